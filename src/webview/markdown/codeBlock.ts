/** Renders a code block that grows: its language, its actions and highlighted lines, each rendered at most a few times. */
import { shellFamily } from "../../chat/shellLanguages.ts";
import { showDiagram } from "../diagrams/diagramView.ts";
import { t } from "../texts.ts";
import { createIcon } from "./createIcon.ts";
import { highlight, isHighlighterLoaded, loadHighlighter } from "./highlight.ts";

/** Lines after which code is highlighted for good, where it is outside of any construct there. */
const groupLines = 32;
/** A construct that is still open after this many lines is cut: highlighting must not start over for ever. */
const longestConstruct = 512;
/** Lines after which a new page begins: what is out of sight is skipped by whole pages. */
const pageLines = 256;
/** Characters of the text before a block: its last sentences. */
const longestBefore = 500;
/** Up to this many lines not settled yet are highlighted anew with every frame; more are plain until they settle. */
const provisionalLines = 64;

export interface CodeBlock {
  readonly element: HTMLElement;
  /** Whole lines, each with its line feed. */
  append(lines: string): void;
  /** The last line, as far as it has come. */
  showPartial(line: string): void;
  /** No more comes. `isWhole`: what is drawn from the code may be drawn now. */
  finish(isWhole: boolean): void;
}

const applyAction = { action: "applyCode", icon: "git-compare", title: "codeApply" } as const;
const runAction = { action: "runInTerminal", icon: "terminal", title: "codeRun" } as const;
const actionsFor = (language: string) =>
  [
    { action: "copyCode", icon: "copy", title: "codeCopy" },
    { action: "insertCode", icon: "insert", title: "codeInsert" },
    shellFamily(language) === undefined ? applyAction : runAction,
    { action: "newFile", icon: "new-file", title: "codeNewFile" },
  ] as const;

function createChrome(language: string): { element: HTMLElement; code: HTMLElement } {
  const element = document.createElement("div");
  element.className = "code-block";
  const header = document.createElement("div");
  header.className = "code-header";
  const name = document.createElement("span");
  name.className = "code-language";
  name.textContent = language || t("codePlain");
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
  header.append(name, buttons);
  const pre = document.createElement("pre");
  pre.tabIndex = 0;
  pre.setAttribute("aria-label", language ? t("codeIn", language) : t("code"));
  const code = document.createElement("code");
  if (language) code.className = `language-${language}`;
  pre.append(code);
  element.append(header, pre);
  return { element, code };
}

/** Code blocks drawn plain because the highlighter was still on its way. */
const waiting = new Set<() => void>();

function whenHighlighterLoads(redraw: () => void): void {
  waiting.add(redraw);
  void loadHighlighter().then(() => {
    for (const waiter of waiting) waiter();
    waiting.clear();
  });
}

/** A run of lines as a box of its own: laying out a new run does not lay out the ones before. */
function createGroup(): HTMLElement {
  const group = document.createElement("span");
  group.className = "code-lines";
  return group;
}

/** Several runs of lines: a page out of sight costs no layout and no paint. */
function createPage(): HTMLElement {
  const page = document.createElement("span");
  page.className = "code-page";
  return page;
}

function fill(group: HTMLElement, code: string, html: string | undefined): void {
  if (html === undefined) group.textContent = code;
  else group.innerHTML = html;
}

/** @param info what follows the opening fence; it begins with the language. */
export function createCodeBlock(language: string, info: string): CodeBlock {
  const { element, code } = createChrome(language);
  element.dataset.info = info;
  const settled: string[] = [];
  let pending: string[] = [];
  let partial = "";
  let nextCheck = groupLines;
  let open: HTMLElement | undefined;
  /** The page that takes the next lines, and how many lines have settled in it. */
  let page: HTMLElement | undefined;
  let linesInPage = 0;

  function move(group: HTMLElement): void {
    if (page === undefined || linesInPage >= pageLines) {
      page = createPage();
      linesInPage = 0;
      code.append(page);
    }
    page.append(group);
  }

  function settle(text: string, html: string | undefined): void {
    const group = open ?? createGroup();
    fill(group, text, html);
    if (open === undefined) move(group);
    open = undefined;
    settled.push(text);
    linesInPage += pending.length;
    pending = [];
    nextCheck = groupLines;
  }

  /** Settles at line counts that do not depend on how the lines came: streamed or at once, the groups are the same. */
  function check(): void {
    const text = pending.join("");
    const highlighted = highlight(text, language);
    if (highlighted === undefined || highlighted.isWhole || pending.length >= longestConstruct) settle(text, highlighted?.html);
    else nextCheck = pending.length * 2;
  }

  function dropOpen(): void {
    open?.remove();
    open = undefined;
    if (page?.hasChildNodes() === false) {
      page.remove();
      page = undefined;
    }
  }

  function drawOpen(): void {
    const text = pending.join("") + partial;
    if (text === "") {
      dropOpen();
      return;
    }
    if (open === undefined) {
      open = createGroup();
      move(open);
    }
    const html = pending.length <= provisionalLines ? highlight(text, language)?.html : undefined;
    fill(open, text, html);
  }

  function append(lines: string): void {
    partial = "";
    for (let start = 0; start < lines.length; ) {
      const feed = lines.indexOf("\n", start);
      const end = feed < 0 ? lines.length : feed + 1;
      pending.push(lines.slice(start, end));
      start = end;
      if (pending.length >= nextCheck) check();
    }
  }

  /** Where the block around it was rendered again, the elements on screen have taken over newer code than was appended here: see morphNodes. */
  function linesToRedraw(): string {
    const own = settled.join("") + pending.join("");
    const shown = code.textContent ?? "";
    return `${own}${partial}`.startsWith(shown) ? own : shown;
  }

  function redraw(): void {
    const lines = linesToRedraw();
    settled.length = 0;
    code.replaceChildren();
    open = undefined;
    page = undefined;
    pending = [];
    nextCheck = groupLines;
    append(lines);
    drawOpen();
  }

  if (language && !isHighlighterLoaded()) whenHighlighterLoads(redraw);

  return {
    element,
    append,
    showPartial(line) {
      partial = line;
      drawOpen();
    },
    finish(isWhole) {
      if (partial) append(partial);
      if (pending.length > 0) {
        const text = pending.join("");
        settle(text, highlight(text, language)?.html);
      }
      dropOpen();
      if (isWhole && language === "mermaid") showDiagram(element, settled.join(""));
    },
  };
}

export interface ShownCode {
  code: string;
  language: string;
  info: string;
  /** The text right before the block, with code in backquotes. */
  before: string;
}

/** The code of the block that an element is in. */
export function codeOf(inside: Element): ShownCode | undefined {
  const block = inside.closest<HTMLElement>(".code-block");
  const code = block?.querySelector("code");
  if (!block || !code) return undefined;
  return {
    code: code.textContent ?? "",
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
