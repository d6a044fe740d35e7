/** Parses footnotes: the reference `[^1]` in a text, and the definition `[^1]: …`. */
import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";

/** The class of the `code` elements that represent a reference, or the label of a footnote. */
export const referenceClass = "language-footnote-reference";
export const labelClass = "language-footnote-label";

const definition = /^\[\^([^\s[\]^]{1,64})\]:[ \t]*/;
const reference = /^\[\^([^\s[\]^]{1,64})\]/;

/** The name of a footnote in the parser's list of link definitions, which apply to the whole text too. */
function nameOf(parser: MarkdownIt, label: string): string {
  return parser.utils.normalizeReference(`^${label}`);
}

/** Parses a footnote with all blocks that are indented below it. */
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
  // The text after the marker is parsed as the first line of a container that is indented by four columns.
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

/** A reference to an undefined footnote is plain text. */
function readReference(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x5b || state.src.charCodeAt(state.pos + 1) !== 0x5e) return false;
  const [whole, label] = reference.exec(state.src.slice(state.pos, Math.min(state.posMax, state.pos + 68))) ?? [];
  if (whole === undefined || label === undefined) return false;
  if (!Object.hasOwn(state.env.references ?? {}, nameOf(state.md, label))) return false;
  if (!silent) state.push("footnote_reference", "code", 0).content = label;
  state.pos += whole.length;
  return true;
}

/** Footnotes are rendered as code with their own classes, which the sanitizer keeps and `footnotes.ts` replaces. */
export function addFootnoteRules(parser: MarkdownIt): void {
  const { escapeHtml } = parser.utils;
  parser.block.ruler.before("reference", "footnote", readDefinition, { alt: ["paragraph", "reference"] });
  parser.inline.ruler.before("link", "footnote", readReference);
  const { rules } = parser.renderer;
  rules.footnote_reference = (tokens, index) => `<code class="${referenceClass}">${escapeHtml(tokens[index]?.content ?? "")}</code>`;
  rules.footnote_open = (tokens, index) => `<div><code class="${labelClass}">${escapeHtml(tokens[index]?.content ?? "")}</code>\n`;
  rules.footnote_close = () => "</div>\n";
}
