/** The Markdown parser for answers: CommonMark with tables, strikethrough, task lists, literal links, alerts, footnotes and formulas. */
import markdownIt, { type Env, type MarkdownIt, type StateCore, type Token } from "markdown-it";
import { addAlertRules } from "./alertRules.ts";
import { addDepthRules } from "./depthRules.ts";
import { addEmphasisRules } from "./emphasisRules.ts";
import { addFenceRules } from "./fenceRule.ts";
import { addFootnoteRules } from "./footnoteRules.ts";
import { addHtmlRules } from "./htmlRules.ts";
import { addLiteralRules } from "./literalRules.ts";
import { addMathRules } from "./mathRules.ts";
import type { OpenTags } from "./openTags.ts";
import { addTableRules } from "./tableRules.ts";

export type { Token };

/** The environment of the parser for one text: its link definitions and footnotes. */
export interface ReadEnvironment extends Env {
  references: NonNullable<Env["references"]>;
  /**
   * Set if the text ends before its end: more of it may arrive, so that an open formula may still be closed, or never will. An unclosed code
   * block at its end is not whole then.
   */
  rest?: "expected" | "missing";
  /** Set if the text is a part of another one, so that other parts may open or close elements of raw HTML. */
  tags?: OpenTags;
}

const taskMarker = /^\[([ xX])\](?=[ \t\n])/;

/** Turns `[ ]` and `[x]` at the start of a list item's first paragraph into check boxes. Source: GFM, "Task list items". */
function readTaskItems(state: StateCore): void {
  state.tokens.forEach((token, index) => {
    const isFirstOfItem =
      token.type === "inline" && state.tokens[index - 1]?.type === "paragraph_open" && state.tokens[index - 2]?.type === "list_item_open";
    const first = token.children?.[0];
    if (!isFirstOfItem || first?.type !== "text") return;
    // An inline text token ends at a line break, so a marker alone on its line is followed by a line break token.
    const match = taskMarker.exec(token.content);
    if (match === null) return;
    const box = new state.Token("html_inline", "", 0);
    box.content = `<input type="checkbox" disabled=""${match[1] === " " ? "" : ' checked=""'}>`;
    first.content = first.content.slice(match[0].length);
    token.children?.unshift(box);
  });
}

/** The content security policy blocks `style` attributes, so cells get the attribute `align`, as in GFM's own output. */
function alignCells(state: StateCore): void {
  for (const token of state.tokens) {
    if (token.type !== "th_open" && token.type !== "td_open") continue;
    const style = token.attrGet("style");
    if (typeof style === "string") token.attrs = [["align", style.replace("text-align:", "")]];
  }
}

/** The schemes that start with nothing but `www.` are not known to the linkifier. Source: GFM, "Autolinks (extension)". */
function linkWww({ linkify }: MarkdownIt): void {
  const longestAddress = 2000;
  linkify.add("www.", {
    validate: (text, position, self) => {
      const start = "//www.";
      const validator = self.re.get_http_validator();
      validator.lastIndex = 0;
      const found = validator.exec(start + text.slice(position, position + longestAddress))?.[0] ?? "";
      return Math.max(0, found.length - start.length);
    },
    normalize: (match) => {
      match.url = `http://${match.url}`;
    },
  });
}

/** @internal */
export function createParser(): MarkdownIt {
  const parser = markdownIt({ html: true, linkify: true });
  // GFM links literal addresses with a scheme or starting with `www.`; a bare `example.com` or `main.rs` stays text.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: true });
  linkWww(parser);
  // The sanitizer removes the address; the panel opens the file.
  const { validateLink } = parser;
  parser.validateLink = (address) => validateLink(address) || /^file:\/\/\//i.test(address);
  addTableRules(parser);
  addEmphasisRules(parser);
  addFenceRules(parser);
  addHtmlRules(parser);
  addMathRules(parser);
  addLiteralRules(parser);
  addAlertRules(parser);
  addFootnoteRules(parser);
  parser.core.ruler.push("task_items", readTaskItems);
  parser.core.ruler.push("align_cells", alignCells);
  addDepthRules(parser);
  return parser;
}

let parser: MarkdownIt | undefined;

/** The parser shared by all texts. Created with the first text, so that an empty panel is painted without it. */
export function theParser(): MarkdownIt {
  parser ??= createParser();
  return parser;
}
