/** Joins generated text to the text around the cursor: spaces, line breaks, blocks of Markdown and indentation of code. */
import { type BlockType, blockOf, endsSentence, isInFence, mayAdjoin, needsSpace } from "../blocks.ts";
import { indentationOf } from "./indentation.ts";
import { scanLines } from "./scanLines.ts";

export interface TextLocation {
  before: string;
  after: string;
  languageId: string;
}

/** Languages of prose; in all others, line breaks and indentation are significant. */
const proseLanguages = new Set(["markdown", "generation-prompt", "plaintext", "restructuredtext", "asciidoc", "latex", "tex"]);

/** Languages with strings of several lines, whose white space counts. */
const longStringLanguages = new Set(
  "astro csharp dart elixir go groovy java javascript javascriptreact julia kotlin python scala svelte swift typescript typescriptreact vue".split(
    " ",
  ),
);

/** Number of characters, without leading space, that must be known before the text's beginning can be joined. */
const headLength = { prose: 12, code: 120 };

export function joinText(location: TextLocation, text: string): string {
  const joiner = new TextJoiner(location);
  return joiner.add(text) + joiner.end();
}

/** Joins text that arrives in pieces. Text that was returned never changes. */
export class TextJoiner {
  readonly #surroundings: Surroundings;
  /** Text that was not returned yet: first the beginning, until it is known how to join it; later trailing space, which may be dropped. */
  #held = "";
  #text = "";
  /** Indentation of each line except the first; undefined: nothing was returned yet. */
  #indentation: string | undefined;
  readonly #hasLongStrings: boolean;
  /** The text that was returned, without separator and indentation. */
  #code = "";

  constructor(location: TextLocation) {
    this.#surroundings = readSurroundings(location);
    this.#hasLongStrings = longStringLanguages.has(location.languageId);
  }

  add(piece: string): string {
    this.#held += piece.replaceAll("\r", "");
    if (this.#indentation === undefined && !isHeadKnown(this.#surroundings, this.#held.trimStart())) return "";
    return this.#give();
  }

  end(): string {
    const rest = this.#held.trim() === "" ? "" : this.#give();
    return this.#text === "" ? rest : rest + joinEnd(this.#surroundings, this.#text);
  }

  #give(): string {
    const known = this.#held.trimEnd();
    if (known === "") return "";
    this.#text += known;
    this.#held = this.#held.slice(known.length);
    if (this.#indentation !== undefined) return this.#indent(known, this.#indentation);
    const { separator, text, indentation } = joinStart(this.#surroundings, known);
    this.#indentation = indentation;
    return separator + this.#indent(text, indentation);
  }

  /** Lines inside strings keep their indentation. */
  #indent(text: string, indentation: string): string {
    if (indentation === "") return text;
    this.#code += text;
    if (!text.includes("\n")) return text;
    const lines = text.split("\n");
    const starts = this.#hasLongStrings ? scanLines(this.#code.split("\n")).slice(-lines.length - 1) : [];
    return lines.map((line, index) => (index > 0 && line !== "" && starts[index]?.isText !== true ? indentation : "") + line).join("\n");
  }
}

interface Surroundings {
  isCode: boolean;
  isMarkdown: boolean;
  before: string;
  /** The cursor's line before the cursor. */
  lineBefore: string;
  lineAfter: string;
  /** The adjacent lines; undefined: none. */
  lineAbove: string | undefined;
  lineBelow: string | undefined;
}

function readSurroundings({ before: given, after: following, languageId }: TextLocation): Surroundings {
  const before = given.replaceAll("\r", "");
  const above = before.split("\n");
  const below = following.replaceAll("\r", "").split("\n");
  const lineBelow = below.slice(1).some((line) => line.trim() !== "") ? below[1] : undefined;
  return {
    isCode: !proseLanguages.has(languageId) || isInFence(above),
    isMarkdown: languageId === "markdown" || languageId === "generation-prompt",
    before,
    lineBefore: above.at(-1) ?? "",
    lineAfter: below[0] ?? "",
    lineAbove: above.at(-2),
    lineBelow,
  };
}

function isHeadKnown({ isCode }: Surroundings, text: string): boolean {
  if (text.length >= (isCode ? headLength.code : headLength.prose)) return true;
  return isCode ? text.trimEnd().includes("\n") : /^\p{L}\S*\s/u.test(text);
}

interface Start {
  separator: string;
  text: string;
  indentation: string;
}

function joinStart(surroundings: Surroundings, given: string): Start {
  return surroundings.isCode ? joinCode(surroundings, given) : { indentation: "", ...joinProse(surroundings, given) };
}

/** A list marker, quote or heading without text. */
const openMarker = /^\s*(?:[-*+](?: \[[ x]\])?|\d+[.)]|>|#{1,6})\s*$/;

function joinProse(surroundings: Surroundings, given: string): { separator: string; text: string } {
  const { lineBefore, lineAbove, lineAfter } = surroundings;
  const text = given.trimStart();
  const breaks = given.slice(0, given.length - text.length).split("\n").length - 1;
  const block = blockOf(text.split("\n", 1)[0] ?? "");
  if (surroundings.before.trim() === "") return { separator: "", text };
  if (openMarker.test(lineBefore)) {
    const marker = /^(?:[-*+](?: \[[ x]\])?|\d+[.)]|>|#{1,6})[ \t]+/.exec(text)?.[0] ?? "";
    const isRepeated = blockOf(`${lineBefore.trim()} x`) === block;
    return { separator: /\s$/.test(lineBefore) ? "" : " ", text: isRepeated ? text.slice(marker.length) : text };
  }
  if (lineBefore.trim() === "") return { separator: isParagraphAfter(surroundings, lineAbove, block, breaks) ? "\n" : "", text };
  const own = blockOf(lineBefore);
  const isAtEnd = lineAfter.trim() === "";
  if (block !== "prose" || breaks > 0) {
    if (mayAdjoin(own, block) && block !== "prose") return { separator: `\n${indentationOf(lineBefore)}`, text };
    return { separator: block === "prose" && breaks === 1 ? "\n" : "\n\n", text };
  }
  const isOwnLine = own === "heading" || own === "table" || own === "fence" || own === "rule";
  if (isOwnLine && isAtEnd && !/\s$/.test(lineBefore)) return { separator: "\n\n", text };
  return { separator: needsSpace(lineBefore, text, given !== text) ? " " : "", text };
}

/** Whether a blank line is needed between `lineAbove` and the text, which is on a line of its own. */
function isParagraphAfter({ isMarkdown }: Surroundings, lineAbove: string | undefined, block: BlockType, breaks: number): boolean {
  if (lineAbove === undefined || lineAbove.trim() === "") return false;
  const above = blockOf(lineAbove);
  if (above !== "prose" || block !== "prose") return !mayAdjoin(above, block);
  return breaks > 1 || (isMarkdown && endsSentence(lineAbove));
}

/** The separator after the text, so that the text after the cursor starts correctly. */
function joinEnd(surroundings: Surroundings, text: string): string {
  const { lineBefore, lineAfter, lineBelow, isCode } = surroundings;
  const isOwnLine = lineBefore.trim() === "";
  if (lineAfter.trim() === "") {
    if (isCode || lineBelow === undefined || lineBelow.trim() === "") return "";
    const [last, below] = [lastBlock(surroundings, text), blockOf(lineBelow)];
    if (last === "prose" && below === "prose") return isBlocky(text) || (isOwnLine && surroundings.isMarkdown) ? "\n" : "";
    return mayAdjoin(last, below) ? "" : "\n";
  }
  if (isCode) {
    if (isOwnLine) return `\n${lineBefore}`;
    return needsSpaceInCode(text, lineAfter) ? " " : "";
  }
  const following = isOwnLine ? blockOf(lineAfter) : "prose";
  const last = lastBlock(surroundings, text);
  if (following !== "prose" || isBlocky(text)) return mayAdjoin(last, following) && following !== "prose" ? "\n" : "\n\n";
  return needsSpace(text, lineAfter, false) ? " " : "";
}

/** The block of the text's last line. */
function lastBlock({ lineBefore }: Surroundings, text: string): BlockType {
  const lines = text.split("\n");
  return blockOf(lines.length === 1 ? lineBefore + text : (lines.at(-1) ?? ""));
}

/** Whether the text is not a single paragraph of prose, so that the text after it cannot continue it. */
function isBlocky(text: string): boolean {
  const lines = text.trim().split("\n");
  return lines.includes("") || [lines[0], lines.at(-1)].some((line = "") => blockOf(line) !== "prose");
}

function joinCode({ before, lineBefore, lineAfter }: Surroundings, given: string): Start {
  const text = given.replace(/^\s*\n/, "");
  const isBroken = text !== given;
  const own = indentationOf(text);
  const code = text.slice(own.length);
  if (lineBefore.trim() === "") {
    // Text that already has the indentation of its location is not changed; text without indentation is indented as a whole.
    if (own.startsWith(lineBefore)) return { separator: "", text: own.slice(lineBefore.length) + code, indentation: "" };
    return { separator: "", text: code, indentation: own === "" ? lineBefore : "" };
  }
  const isOnNewLine = isBroken || (lineAfter.trim() === "" && (/[;{}]\s*$/.test(lineBefore) || code.trimEnd().includes("\n")));
  if (!isOnNewLine)
    return { separator: own !== "" || needsSpaceInCode(lineBefore, code) ? spaceAfter(lineBefore) : "", text: code, indentation: "" };
  const deeper = /[{([:]\s*$/.test(lineBefore) ? indentationUnit(before) : "";
  const indentation = own === "" ? indentationOf(lineBefore) + deeper : "";
  return { separator: `\n${indentation}`, text, indentation };
}

function spaceAfter(line: string): string {
  return /\s$/.test(line) ? "" : " ";
}

/** Between two words, or after a comment marker, an assignment or a comma. */
function needsSpaceInCode(before: string, after: string): boolean {
  if (/\s$/.test(before) || /^\s/.test(after)) return false;
  return (/[\w$]$/.test(before) && /^[\w$]/.test(after)) || /(?:[=,]|(?:^|\s)(?:\/\/|#|--))$/.test(before);
}

/** One level of indentation, as used in the text before. */
function indentationUnit(before: string): string {
  const indentations = before
    .split("\n")
    .map(indentationOf)
    .filter((one) => one !== "");
  if (indentations.some((one) => one.startsWith("\t"))) return "\t";
  const smallest = Math.min(...indentations.map((one) => one.length));
  return " ".repeat(Number.isFinite(smallest) ? smallest : 2);
}
