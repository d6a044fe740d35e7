/** Adds code blocks, formulas, alerts, footnotes, citations, blocked images and task lists to a sanitized fragment. */

import { listSources } from "../../chat/texts/numberSources.ts";
import { citationMark, citationStart } from "../../markup/markdown/citationMark.ts";
import type { Citation } from "../../output/outputPart.ts";
import { createIcon } from "../createIcon.ts";
import { hostOf, isAllowedLink } from "../links.ts";
import { t } from "../texts.ts";
import { showAlerts } from "./alerts.ts";
import { CodeBlock, type CodeEnd } from "./codeBlock.ts";
import { setDirections } from "./directions.ts";
import { type FileLinks, linkFiles, markFiles } from "./fileLinks.ts";
import { linkFootnotes } from "./footnotes.ts";
import { showFormulas } from "./formulas.ts";
import { divideLongTexts } from "./longTexts.ts";
import { markHidden } from "./markHidden.ts";

/** The addresses of copies of remote images that the user allowed. */
type AllowedImages = ReadonlyMap<string, string>;

export interface Decorations {
  citations: readonly Citation[];
  allowedImages: AllowedImages;
  files: FileLinks;
  /** Prefix for the ids of footnotes, unique for each text. */
  footnotePrefix: string;
}

/** How a code block ends, by the mark that the parser gives to one without a closing fence. */
const endings: Record<string, CodeEnd> = { expected: "growing", missing: "cut" };

function decorateCode(pre: HTMLPreElement): void {
  const code = pre.querySelector(":scope > code");
  if (code === null || pre.childNodes.length !== 1) return;
  const block = new CodeBlock(code.className.replace("language-", ""), code.getAttribute("title") ?? "");
  block.append(code.textContent ?? "");
  block.finish(endings[code.getAttribute("open") ?? pre.getAttribute("open") ?? ""] ?? "whole");
  pre.replaceWith(block.element);
}

/** Remote images are not loaded automatically: the image becomes a button that requests it. */
function holdBackImage(image: HTMLImageElement, allowed: AllowedImages): void {
  const address = image.getAttribute("src");
  if (address === null) {
    image.replaceWith(image.alt);
    return;
  }
  if (/^data:/i.test(address)) return;
  const copy = allowed.get(address);
  if (copy !== undefined) {
    image.src = copy;
    return;
  }
  const button = document.createElement("button");
  button.type = "button";
  button.className = "remote-image";
  button.dataset.action = "loadImage";
  button.dataset.address = address;
  button.title = address;
  button.append(createIcon("file-media"), ` ${t("imageLoad", image.alt || t("image"), hostOf(address))}`);
  const link = image.closest("a");
  if (link) link.before(button);
  else image.before(button);
  image.remove();
}

/** A link without content, e.g. of a badge that is not loaded, could be focused but not seen. */
function fillLink(link: HTMLAnchorElement): void {
  if (link.textContent.trim() !== "" || link.querySelector("img, math, button, [data-formula]") !== null) return;
  const address = link.getAttribute("href") ?? "";
  link.textContent = hostOf(address) || address;
}

function decorateTask(box: HTMLInputElement): void {
  box.setAttribute("aria-label", t(box.hasAttribute("checked") ? "taskDone" : "taskOpen"));
  box.closest("li")?.classList.add("task");
}

function createCitation(citation: Citation, number: number): HTMLElement {
  const link = document.createElement("a");
  link.className = "citation badge";
  if (isAllowedLink(citation.url)) link.href = citation.url;
  link.textContent = String(number);
  const title = citation.title ?? citation.url;
  link.title = `${title}\n${citation.url}`;
  link.setAttribute("aria-label", t("source", number, title, hostOf(citation.url)));
  const raised = document.createElement("sup");
  raised.append(link);
  return raised;
}

function decorateCitations(fragment: DocumentFragment, citations: readonly Citation[]): void {
  const sources = listSources(citations);
  const walker = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode())
    if (walker.currentNode instanceof Text && walker.currentNode.data.includes(citationStart)) texts.push(walker.currentNode);
  for (const text of texts) {
    const pieces: (string | Node)[] = [];
    let from = 0;
    for (const match of text.data.matchAll(citationMark)) {
      const number = Number(match[1]);
      const source = sources[number - 1];
      if (source === undefined) continue;
      pieces.push(text.data.slice(from, match.index), createCitation(source, number));
      from = match.index + match[0].length;
    }
    if (pieces.length > 0) text.replaceWith(...pieces, text.data.slice(from));
  }
}

export function decorate(fragment: DocumentFragment, decorations: Decorations): void {
  for (const pre of fragment.querySelectorAll("pre")) decorateCode(pre);
  showFormulas(fragment);
  showAlerts(fragment);
  linkFootnotes(fragment, decorations.footnotePrefix);
  for (const image of fragment.querySelectorAll("img")) holdBackImage(image, decorations.allowedImages);
  for (const link of fragment.querySelectorAll<HTMLAnchorElement>("a[href]:not([aria-label])")) fillLink(link);
  for (const box of fragment.querySelectorAll("input")) decorateTask(box);
  for (const table of fragment.querySelectorAll("table")) {
    // A wide table scrolls on its own, also by keyboard.
    table.tabIndex = 0;
    if ((table.tHead?.rows[0]?.cells.length ?? 0) > 5) table.classList.add("many-columns");
  }
  for (const link of fragment.querySelectorAll("a[href]"))
    if (!link.hasAttribute("title")) link.setAttribute("title", link.getAttribute("href") ?? "");
  markFiles(fragment);
  linkFiles(fragment, decorations.files);
  if (decorations.citations.length > 0) decorateCitations(fragment, decorations.citations);
  markHidden(fragment);
  setDirections(fragment);
  divideLongTexts(fragment);
}
