/** Markdown rules for TeX formulas: inline `$…$` and `\(…\)`, and block `$$…$$`, `\[…\]` and `\begin{align}…\end{align}`. */
import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";
import { citationMark, citationStart } from "./citationMark.ts";
import { findEnumerated } from "./enumerations.ts";
import { mayEndWith, mostLines } from "./formulaLines.ts";
import { displayClass, environmentCloser, inlineClass, longestFormula } from "./formulaSource.ts";
import { isAtEnd, type UncertainFacts } from "./htmlRules.ts";
import { isProse } from "./prose.ts";

/** Characters before a formula, which show whether it begins a sentence. */
const longestSpace = 8;
/** Characters of one text that are read to find formulas, and are not. */
const mostCharacters = 50 * longestFormula;
const backslash = 0x5c;
const dollar = 0x24;

function isWordCharacter(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

const isSpace = (code: number) => code === 0x20 || code === 0x09 || code === 0x0a || Number.isNaN(code);

/** `$5 for one, 6 for two$` is about money: a formula that starts with a number and contains a space also contains an operator. */
const aboutMoney = /^\d[^\\^_=+*/<>{}|-]*$/;

/** The position of the `$` that closes the one before `from`; -1: the text between them is not a formula. Source: Pandoc, "Math". */
function closingDollar(src: string, from: number, end: number): number {
  for (let at = from; at < end; at += 1) {
    const code = src.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (code === 0x60) return -1;
    else if (code === dollar) {
      const content = src.slice(from, at);
      const isFormula = at > from && !isSpace(src.charCodeAt(at - 1)) && !isWordCharacter(src.charCodeAt(at + 1));
      return isFormula && !(/\s/.test(content) && (aboutMoney.test(content) || isProse(content, "$", " "))) ? at : -1;
    }
  }
  return -1;
}

/** Looks like the beginning of a formula, and not like an amount or a shell variable. */
const beginsFormula = /^[^\s`$][^`$]*[\\^_{]/;

interface Opened {
  closer: string;
  /** Position of the closing delimiter; -1: there is none. */
  end: number;
  /** Whether it starts a formula even if the rest has not arrived yet. */
  isCertain: boolean;
}

/** What is known about one text, so that its delimiters take time in proportion to its length. */
class Delimiters {
  #enumerated: ReadonlySet<number> | undefined;
  readonly #closers = new Map<string, { from: number; at: number }>();
  #characters = 0;

  static readonly #known = new WeakMap<StateInline, Delimiters>();

  static of(state: StateInline): Delimiters {
    const known = Delimiters.#known.get(state) ?? new Delimiters();
    Delimiters.#known.set(state, known);
    return known;
  }

  isEnumerated({ src, pos }: StateInline): boolean {
    this.#enumerated ??= findEnumerated(src);
    return this.#enumerated.has(pos);
  }

  /** The first position of the closing delimiter from `from`; -1: there is none in the length of a formula. */
  findCloser(src: string, closer: string, from: number): number {
    let known = this.#closers.get(closer);
    if (known === undefined || from < known.from || from > known.at) {
      const at = src.indexOf(closer, from);
      known = { from, at: at < 0 ? Number.POSITIVE_INFINITY : at };
      this.#closers.set(closer, known);
    }
    return known.at + closer.length <= from + longestFormula ? known.at : -1;
  }

  /** Whether the content is a formula. A text in which much has been read in vain has no more of them. */
  isFormula(content: string, opener: string, before: string): boolean {
    if (this.#characters > mostCharacters) return false;
    const isFormula = !isProse(content, opener, before);
    if (!isFormula) this.#characters += content.length;
    return isFormula;
  }
}

function readOpener(state: StateInline, opener: string): Opened {
  const { src, pos, posMax } = state;
  const from = pos + opener.length;
  const delimiters = Delimiters.of(state);
  const before = src.slice(Math.max(0, pos - longestSpace), pos);
  const readWindow = () => src.slice(from, Math.min(posMax, from + longestFormula));
  const find = (closer: string): Opened => {
    const at = delimiters.findCloser(src, closer, from);
    if (at >= 0 && at + closer.length <= posMax)
      return { closer, end: delimiters.isFormula(src.slice(from, at), opener, before) ? at : -1, isCertain: false };
    return { closer, end: -1, isCertain: state.env.rest === "expected" && delimiters.isFormula(readWindow(), opener, before) };
  };
  switch (opener) {
    case "\\(":
      return delimiters.isEnumerated(state) ? { closer: "\\)", end: -1, isCertain: false } : find("\\)");
    case "\\[":
      return find("\\]");
    case "$$": {
      // `$$one = 1; $$other` are two variables.
      const found = find("$$");
      return found.end >= 0 && isWordCharacter(src.charCodeAt(found.end + 2)) ? { ...found, end: -1 } : found;
    }
    default: {
      const opens = !isSpace(src.charCodeAt(from)) && !isWordCharacter(src.charCodeAt(pos - 1));
      const window = readWindow();
      const end = opens ? closingDollar(src, from, from + window.length) : -1;
      return { closer: "$", end, isCertain: opens && !window.includes("$") && beginsFormula.test(window) };
    }
  }
}

function readInline(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const two = src.slice(pos, pos + 2);
  const opener = two === "\\(" || two === "\\[" || two === "$$" ? two : src.charCodeAt(pos) === dollar ? "$" : undefined;
  if (opener === undefined) return false;
  const { closer, end, isCertain } = readOpener(state, opener);
  const isOpen = end < 0 && isCertain && state.env.rest === "expected";
  if (end < 0 && !isOpen) {
    // The second of two dollar signs does not open a formula either.
    if (opener !== "$$") return false;
    if (!silent) state.pending += opener;
    state.pos += opener.length;
    return true;
  }
  const after = isOpen ? posMax : end + closer.length;
  if (!silent) {
    const token = state.push("formula", "code", 0);
    token.content = src.slice(pos, after);
    token.block = opener === "$$" || opener === "\\[";
  }
  state.pos = after;
  return true;
}

/** The line without the markers of the blocks that contain it. */
function lineAt(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trim();
}

/** Whether a whole blank line follows, which the quote that contains the line may hide. */
function isBlankAfter({ src, eMarks }: StateBlock, line: number): boolean {
  return /^\n[ \t]*\n/.test(src.slice(eMarks[line]));
}

/** The delimiter that closes the block formula that a line begins; undefined: it begins none. */
function blockCloser(line: string): string | undefined {
  if (line === "$$") return "$$";
  return line === "\\[" ? "\\]" : environmentCloser(line);
}

/**
 * A line that is only `$$` or `\[`, or begins with an environment, and the lines up to the matching delimiter at the end of a line, without
 * blank lines in between.
 */
function readBlock(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const indent = state.sCount[start] ?? 0;
  // Negative: the quote around this one has found that no block begins at this line.
  if (indent < 0 || indent - state.blkIndent >= 4) return false;
  const opener = lineAt(state, start);
  const closer = blockCloser(opener);
  if (closer === undefined) return false;
  let line = start + 1;
  let isClosed = opener !== closer && opener.endsWith(closer);
  if (!isClosed && !mayEndWith(state, closer, start, end)) return false;
  let length = 0;
  for (; line < end && !isClosed; line += 1) {
    const text = lineAt(state, line);
    length += text.length;
    if (text === "" || (state.sCount[line] ?? 0) < state.blkIndent) return false;
    if (line - start > mostLines || length > longestFormula) return false;
    isClosed = text.endsWith(closer);
    if (isClosed && line === start + 1 && text === closer) return false;
  }
  // Until the rest arrives, the lines must not be parsed as a list or heading.
  if (!isClosed && !(state.env.rest === "expected" && isAtEnd(state, line - 1) && !isBlankAfter(state, line - 1))) return false;
  if (silent) return true;
  const token = state.push("formula_block", "code", 0);
  token.content = state.getLines(start, line, indent, false).trim();
  token.map = [start, line];
  token.meta = { isUncertain: !isClosed } satisfies UncertainFacts;
  state.line = line;
  return true;
}

/** A citation that ends inside a formula is shown after it. */
function toHtml(content: string, isDisplay: boolean, escapeHtml: (text: string) => string): string {
  const marks = content.includes(citationStart) ? (content.match(citationMark) ?? []).join("") : "";
  const source = marks === "" ? content : content.replace(citationMark, "");
  return `<code class="${isDisplay ? displayClass : inlineClass}">${escapeHtml(source)}</code>${marks}`;
}

/** Formulas are rendered as code with their own classes, which the sanitizer keeps and `formulas.ts` replaces. */
export function addMathRules(parser: MarkdownIt): void {
  const { escapeHtml } = parser.utils;
  parser.inline.ruler.before("escape", "formula", readInline);
  parser.block.ruler.before("fence", "formula", readBlock, { alt: ["paragraph", "reference", "blockquote", "list"] });
  parser.renderer.rules.formula = (tokens, index) => toHtml(tokens[index]?.content ?? "", tokens[index]?.block === true, escapeHtml);
  parser.renderer.rules.formula_block = (tokens, index) => `<p>${toHtml(tokens[index]?.content ?? "", true, escapeHtml)}</p>\n`;
}
