/** The Markdown parser of the panel: CommonMark with tables, strikethrough, task lists, literal links, alerts, footnotes and formulas. */
import markdownIt, { type Env, type MarkdownIt, type StateCore, type Token } from "markdown-it";
import { addAlertRules } from "./alertRules.ts";
import { addFootnoteRules } from "./footnoteRules.ts";
import { addMathRules } from "./mathRules.ts";

export type { Token };

/** What the parser knows while it reads one text: its link definitions and footnotes. */
export interface ReadEnvironment extends Env {
  references: NonNullable<Env["references"]>;
  /** More text comes behind it: a formula that is not closed may still be. */
  isGrowing?: boolean;
}

const taskMarker = /^\[([ xX])\](?=[ \t\n])/;

/** `[ ]` and `[x]` at the start of a list item's first paragraph become check boxes. Source: GFM, "Task list items". */
function readTaskItems(state: StateCore): void {
  state.tokens.forEach((token, index) => {
    const isFirstOfItem =
      token.type === "inline" && state.tokens[index - 1]?.type === "paragraph_open" && state.tokens[index - 2]?.type === "list_item_open";
    const first = token.children?.[0];
    if (!isFirstOfItem || first?.type !== "text") return;
    // An inline text token ends where a line does: a marker alone on its line is followed by a line break.
    const match = taskMarker.exec(token.content);
    if (match === null) return;
    const box = new state.Token("html_inline", "", 0);
    box.content = `<input type="checkbox" disabled=""${match[1] === " " ? "" : ' checked=""'}>`;
    first.content = first.content.slice(match[0].length);
    token.children?.unshift(box);
  });
}

/** A content security policy without inline styles ignores `style`: cells say their alignment as GFM's own output does. */
function alignCells(state: StateCore): void {
  for (const token of state.tokens) {
    if (token.type !== "th_open" && token.type !== "td_open") continue;
    const style = token.attrGet("style");
    if (typeof style === "string") token.attrs = [["align", style.replace("text-align:", "")]];
  }
}

/** The language alone would be drawn; what else the info string says, such as a file's name, is for the block's actions. */
function keepInfoStrings(state: StateCore): void {
  for (const token of state.tokens)
    if (token.type === "fence" && token.info !== "") token.attrSet("title", state.md.utils.unescapeAll(token.info).trim());
}

/**
 * What is drawn from a whole block is not drawn while the block grows. It does where more text comes and it has no closing line, with which it has
 * two lines more than its code.
 */
function markOpenFences(state: StateCore): void {
  if (state.env.isGrowing !== true) return;
  for (const token of state.tokens) {
    if (token.type !== "fence" || token.map === null) continue;
    const [start, end] = token.map;
    if (end - start < token.content.split("\n").length + 1) token.attrSet("open", "");
  }
}

/** @internal */
export function createParser(): MarkdownIt {
  const parser = markdownIt({ html: true, linkify: true });
  // GFM links literal addresses that have a scheme or start with `www.`; a bare `example.com` or `main.rs` stays text.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: true });
  // The sanitizer removes the address, and the panel opens the file.
  const { validateLink } = parser;
  parser.validateLink = (address) => validateLink(address) || /^file:\/\/\//i.test(address);
  addMathRules(parser);
  addAlertRules(parser);
  addFootnoteRules(parser);
  parser.core.ruler.push("task_items", readTaskItems);
  parser.core.ruler.push("align_cells", alignCells);
  parser.core.ruler.push("info_strings", keepInfoStrings);
  parser.core.ruler.push("open_fences", markOpenFences);
  return parser;
}

let parser: MarkdownIt | undefined;

/** The one that all texts share, made with the first of them: an empty panel is painted without it. */
export function theParser(): MarkdownIt {
  parser ??= createParser();
  return parser;
}
