/** Turns references to workspace files into links once the host has found the files. */
import { fileOfCode, filesInText, readFileReference } from "../../chat/request/fileReference.ts";
import { t } from "../texts.ts";

export interface FileLinks {
  /** By path: whether the file exists; undefined while the host checks. */
  found: Map<string, boolean | undefined>;
  /** Asks the host to check these paths. */
  ask(paths: string[]): void;
}

/** Requests the unknown files, and links those that exist. Elements with `data-file` refer to a file. */
export function linkFiles(root: ParentNode, { found, ask }: FileLinks): void {
  const asked: string[] = [];
  for (const element of root.querySelectorAll<HTMLElement>("a[data-file]:not([href]), code[data-file]")) {
    const reference = element.dataset.file ?? "";
    const { path } = readFileReference(reference);
    if (!found.has(path)) {
      found.set(path, undefined);
      asked.push(path);
    } else if (found.get(path) === true) link(element, reference);
  }
  if (asked.length > 0) ask(asked);
}

/** Marks inline code that looks like a path, and paths in text, unless they are inside a link. */
export function markFiles(root: ParentNode): void {
  for (const code of root.querySelectorAll<HTMLElement>(":not(pre) > code")) {
    const reference = code.closest("a, pre") === null ? fileOfCode(code.textContent ?? "") : undefined;
    if (reference !== undefined) code.dataset.file = reference;
  }
  for (const text of textsWithPaths(root)) {
    const found = filesInText(text.data).filter(({ reference }) => isClear(reference));
    // From the end, so that the positions before it stay.
    for (const { start, end, reference } of found.toReversed()) {
      const named = text.splitText(start);
      named.splitText(end - start);
      const anchor = document.createElement("a");
      anchor.dataset.file = reference;
      named.replaceWith(anchor);
      anchor.append(named);
    }
  }
}

/** What contains no paths that are text. */
const skipped = "a, button, code, math, pre, svg, .katex";

/** A filter function would be called for each of often very many nodes. */
function textsWithPaths(root: ParentNode): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    if (node instanceof Text && /\S\.[a-z]/i.test(node.data) && !node.parentElement?.closest(skipped)) texts.push(node);
  }
  return texts;
}

/** A name in text without a folder and a position may be something else, such as Node.js. */
function isClear(reference: string): boolean {
  const { path, line } = readFileReference(reference);
  return line !== undefined || /[\\/]/.test(path);
}

function link(element: HTMLElement, reference: string): void {
  if (element instanceof HTMLAnchorElement) {
    setTarget(element, reference);
    return;
  }
  delete element.dataset.file;
  const anchor = document.createElement("a");
  anchor.className = "file-link";
  element.replaceWith(anchor);
  anchor.append(element);
  setTarget(anchor, reference);
}

/** The address makes the link focusable and lets Enter activate it. The panel opens the file; the page itself never navigates. */
function setTarget(anchor: HTMLAnchorElement, reference: string): void {
  anchor.dataset.file = reference;
  anchor.href = `#${encodeURIComponent(reference)}`;
  anchor.title = t("openFile", reference);
}
