/** Reads footnotes: `[^1]` in a text, and `[^1]: …` for what stands there. */
import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";

/** The class of the `code` elements that stand for a reference, and for the label at the beginning of a footnote. */
export const referenceClass = "language-footnote-reference";
export const labelClass = "language-footnote-label";

const definition = /^\[\^([^\s[\]^]{1,64})\]:[ \t]*/;
const reference = /^\[\^([^\s[\]^]{1,64})\]/;

/** The parser's name for a footnote in its list of link definitions: they too are known to all of the text. */
function nameOf(parser: MarkdownIt, label: string): string {
  return parser.utils.normalizeReference(`^${label}`);
}

/** Reads a footnote with all blocks that are indented below it. */
function readDefinition(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  if ((state.sCount[start] ?? 0) - state.blkIndent >= 4) return false;
  const first = (state.bMarks[start] ?? 0) + (state.tShift[start] ?? 0);
  const [marker, label] = definition.exec(state.src.slice(first, state.eMarks[start])) ?? [];
  if (marker === undefined || label === undefined) return false;
  if (silent) return true;
  state.env.references ??= {};
  state.env.references[nameOf(state.md, label)] ??= { title: "", href: "" };

  const open = state.push("footnote_open", "div", 1);
  open.content = label;
  const { bMarks, tShift, sCount, parentType } = state;
  const before = [bMarks[start] ?? 0, tShift[start] ?? 0, sCount[start] ?? 0] as const;
  // The text behind the marker is read as the first line of a container that is indented by four columns.
  bMarks[start] = first + marker.length;
  tShift[start] = 0;
  state.blkIndent += 4;
  sCount[start] = state.blkIndent;
  state.parentType = "footnote";
  state.md.block.tokenize(state, start, end);
  state.parentType = parentType;
  state.blkIndent -= 4;
  [bMarks[start], tShift[start], sCount[start]] = before;
  open.map = [start, state.line];
  state.push("footnote_close", "div", -1);
  return true;
}

/** A reference to a footnote that is not known is text. */
function readReference(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x5b || state.src.charCodeAt(state.pos + 1) !== 0x5e) return false;
  const [whole, label] = reference.exec(state.src.slice(state.pos, Math.min(state.posMax, state.pos + 68))) ?? [];
  if (whole === undefined || label === undefined) return false;
  if (!Object.hasOwn(state.env.references ?? {}, nameOf(state.md, label))) return false;
  if (!silent) state.push("footnote_reference", "code", 0).content = label;
  state.pos += whole.length;
  return true;
}

/** They are rendered as code with classes of their own: the sanitizer knows them, and `footnotes.ts` replaces them. */
export function addFootnoteRules(parser: MarkdownIt): void {
  const { escapeHtml } = parser.utils;
  parser.block.ruler.before("reference", "footnote", readDefinition, { alt: ["paragraph", "reference"] });
  parser.inline.ruler.before("link", "footnote", readReference);
  const { rules } = parser.renderer;
  rules.footnote_reference = (tokens, index) => `<code class="${referenceClass}">${escapeHtml(tokens[index]?.content ?? "")}</code>`;
  rules.footnote_open = (tokens, index) => `<div><code class="${labelClass}">${escapeHtml(tokens[index]?.content ?? "")}</code>\n`;
  rules.footnote_close = () => "</div>\n";
}
