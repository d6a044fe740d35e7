/** Renders a growing code block: its language, its actions and highlighted lines. Each line is rendered only a few times. */
import { shellFamily } from "../../chat/texts/shellLanguages.ts";
import { withoutCitationMarks } from "../../markup/markdown/citationMark.ts";
import { createIcon } from "../createIcon.ts";
import { showDiagram } from "../diagrams/diagramView.ts";
import { t } from "../texts.ts";
import { highlight, isHighlighterLoaded, loadHighlighter } from "./highlight.ts";
import { markHidden } from "./markHidden.ts";

/** Number of lines after which highlighting is final, if the code does not end inside a construct. */
const groupLines = 32;
/** After this many lines, an open construct is cut, so that highlighting does not start over forever. */
const longestConstruct = 512;
/** Lines per page. Pages that are not visible are skipped as a whole. */
const pageLines = 256;
/** Characters of the text before a block: its last sentences. */
const longestBefore = 500;
/** Up to this many unsettled lines are highlighted again in every frame; more are plain until they settle. */
const provisionalLines = 64;

/**
 * Only whole code can be used, and a diagram be drawn from it. "growing": the block is rendered again when more of it arrives. "cut": the
 * answer ended inside the block.
 */
export type CodeEnd = "whole" | "growing" | "cut";

const applyAction = { action: "applyCode", icon: "git-compare", title: "codeApply" } as const;
const runAction = { action: "runInTerminal", icon: "terminal", title: "codeRun" } as const;
const actionsFor = (language: string) =>
  [
    { action: "copyCode", icon: "copy", title: "copy" },
    { action: "insertCode", icon: "insert", title: "codeInsert" },
    shellFamily(language) === undefined ? applyAction : runAction,
    { action: "newFile", icon: "new-file", title: "codeNewFile" },
  ] as const;

function createChrome(language: string): { element: HTMLElement; header: HTMLElement; code: HTMLElement } {
  const element = document.createElement("div");
  element.className = "code-block";
  // Code is written from left to right in any text.
  element.dir = "ltr";
  const header = document.createElement("div");
  header.className = "code-header note";
  const name = document.createElement("span");
  name.className = "code-language cut";
  name.textContent = language || t("codePlain");
  header.append(name);
  const pre = document.createElement("pre");
  pre.tabIndex = 0;
  pre.setAttribute("aria-label", language ? t("codeIn", language) : t("code"));
  const code = document.createElement("code");
  if (language) code.className = `language-${language}`;
  pre.append(code);
  element.append(header, pre);
  return { element, header, code };
}

function createActions(language: string): HTMLElement {
  const buttons = document.createElement("span");
  buttons.className = "code-actions";
  for (const { action, icon, title } of actionsFor(language)) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "icon-button";
    button.dataset.action = action;
    button.title = t(title);
    button.setAttribute("aria-label", t(title));
    button.append(createIcon(icon));
    buttons.append(button);
  }
  return buttons;
}

/** Says why a block has no actions. */
function createCutMark(): HTMLElement {
  const mark = document.createElement("span");
  mark.className = "code-cut";
  mark.textContent = t("codeCut");
  mark.title = t("codeCutHint");
  return mark;
}

/** Code blocks that were rendered plain because the highlighter was not loaded yet. */
const waiting = new Set<() => void>();

function whenHighlighterLoads(redraw: () => void): void {
  waiting.add(redraw);
  void loadHighlighter().then(() => {
    for (const waiter of waiting) waiter();
    waiting.clear();
  });
}

/** A group of lines in its own box, so that laying out a new group does not affect the earlier ones. */
function createGroup(): HTMLElement {
  const group = document.createElement("span");
  group.className = "code-lines";
  return group;
}

/** A page of several groups. A page that is not visible costs no layout and no paint. */
function createPage(): HTMLElement {
  const page = document.createElement("span");
  page.className = "code-page";
  return page;
}

function fill(group: HTMLElement, code: string, html: string | undefined): void {
  if (html === undefined) group.textContent = code;
  else group.innerHTML = html;
  markHidden(group);
}

export class CodeBlock {
  readonly element: HTMLElement;
  readonly #language: string;
  readonly #header: HTMLElement;
  readonly #code: HTMLElement;
  readonly #settled: string[] = [];
  #pending: string[] = [];
  #partial = "";
  #nextCheck = groupLines;
  #open: HTMLElement | undefined;
  /** The page for the next lines, and the number of settled lines in it. */
  #page: HTMLElement | undefined;
  #linesInPage = 0;

  /** @param info The text after the opening fence, which starts with the language. */
  constructor(language: string, info: string) {
    const { element, header, code } = createChrome(language);
    element.dataset.info = info;
    this.element = element;
    this.#language = language;
    this.#header = header;
    this.#code = code;
    if (language && !isHighlighterLoaded()) whenHighlighterLoads(() => this.#redraw());
  }

  /** Appends complete lines, each with its line feed. */
  append(lines: string): void {
    this.#partial = "";
    for (let start = 0; start < lines.length; ) {
      const feed = lines.indexOf("\n", start);
      const end = feed < 0 ? lines.length : feed + 1;
      this.#pending.push(lines.slice(start, end));
      start = end;
      if (this.#pending.length >= this.#nextCheck) this.#check();
    }
  }

  /** Shows the last line, which may be incomplete. */
  showPartial(line: string): void {
    this.#partial = line;
    this.#drawOpen();
  }

  /** No more lines arrive. */
  finish(end: CodeEnd): void {
    if (this.#partial) this.append(this.#partial);
    if (this.#pending.length > 0) {
      const text = this.#pending.join("");
      this.#settle(text, highlight(text, this.#language)?.html);
    }
    this.#dropOpen();
    if (end === "whole") this.#header.append(createActions(this.#language));
    else if (end === "cut") this.#header.append(createCutMark());
    if (end === "whole" && this.#language === "mermaid") showDiagram(this.element, this.#settled.join(""));
  }

  #move(group: HTMLElement): void {
    if (this.#page === undefined || this.#linesInPage >= pageLines) {
      this.#page = createPage();
      this.#linesInPage = 0;
      this.#code.append(this.#page);
    }
    this.#page.append(group);
  }

  #settle(text: string, html: string | undefined): void {
    const group = this.#open ?? createGroup();
    fill(group, text, html);
    if (this.#open === undefined) this.#move(group);
    this.#open = undefined;
    this.#settled.push(text);
    this.#linesInPage += this.#pending.length;
    this.#pending = [];
    this.#nextCheck = groupLines;
  }

  /** Called at line counts that do not depend on how the lines arrived, so that a streamed block has the same groups as a complete one. */
  #check(): void {
    const text = this.#pending.join("");
    const highlighted = highlight(text, this.#language);
    if (highlighted === undefined || highlighted.isWhole || this.#pending.length >= longestConstruct) this.#settle(text, highlighted?.html);
    else this.#nextCheck = this.#pending.length * 2;
  }

  #dropOpen(): void {
    this.#open?.remove();
    this.#open = undefined;
    if (this.#page?.hasChildNodes() === false) {
      this.#page.remove();
      this.#page = undefined;
    }
  }

  #drawOpen(): void {
    const text = this.#pending.join("") + this.#partial;
    if (text === "") {
      this.#dropOpen();
      return;
    }
    if (this.#open === undefined) {
      this.#open = createGroup();
      this.#move(this.#open);
    }
    const html = this.#pending.length <= provisionalLines ? highlight(text, this.#language)?.html : undefined;
    fill(this.#open, text, html);
  }

  /** If the surrounding block was rendered again, the elements on screen can contain newer code than was appended here: see morphNodes. */
  #linesToRedraw(): string {
    const own = this.#settled.join("") + this.#pending.join("");
    const shown = this.#code.textContent ?? "";
    return `${own}${this.#partial}`.startsWith(shown) ? own : shown;
  }

  #redraw(): void {
    const lines = this.#linesToRedraw();
    this.#settled.length = 0;
    this.#code.replaceChildren();
    this.#open = undefined;
    this.#page = undefined;
    this.#pending = [];
    this.#nextCheck = groupLines;
    this.append(lines);
    this.#drawOpen();
  }
}

export interface ShownCode {
  code: string;
  language: string;
  info: string;
  /** The text before the block, with code in backquotes. */
  before: string;
}

/** The code of the block that contains an element. */
export function codeOf(inside: Element): ShownCode | undefined {
  const block = inside.closest<HTMLElement>(".code-block");
  const code = block?.querySelector("code");
  if (!block || !code) return undefined;
  return {
    code: withoutCitationMarks(code.textContent ?? ""),
    language: code.className.replace("language-", ""),
    info: block.dataset.info ?? "",
    before: textBefore(block),
  };
}

function textBefore(block: Element): string {
  const copy = block.previousElementSibling?.cloneNode(true);
  if (!(copy instanceof Element) || copy.matches(".code-block")) return "";
  for (const code of copy.querySelectorAll("code")) code.replaceWith(`\`${code.textContent ?? ""}\``);
  return (copy.textContent ?? "").trim().slice(-longestBefore);
}
