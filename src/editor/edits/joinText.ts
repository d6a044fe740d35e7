/** Joins generated text with the text around the cursor: spaces, line breaks, blocks of Markdown and the indentation of code. */
import { type Block, blockOf, endsSentence, isInFence, mayAdjoin, needsSpace } from "./blocks.ts";

export interface TextLocation {
  before: string;
  after: string;
  languageId: string;
}

/** Languages whose text is written for people; in all others, lines and indentation have a meaning. */
const proseLanguages = new Set(["markdown", "generation-prompt", "plaintext", "restructuredtext", "asciidoc", "latex", "tex"]);

/** Characters of the text, without the space before it, that its beginning is joined by. */
const headLength = { prose: 12, code: 120 };

export function joinText(location: TextLocation, text: string): string {
  const joiner = new TextJoiner(location);
  return joiner.add(text) + joiner.end();
}

/** Joins text that arrives in pieces: what is given back is for good. */
export class TextJoiner {
  readonly #surroundings: Surroundings;
  /** Not given back yet: the beginning until it is known how to join it, afterwards space that may be the last. */
  #held = "";
  #text = "";
  /** Before each line but the first one; undefined: nothing was given back. */
  #indentation: string | undefined;

  constructor(location: TextLocation) {
    this.#surroundings = readSurroundings(location);
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
    if (this.#indentation !== undefined) return indent(known, this.#indentation);
    const { separator, text, indentation } = joinStart(this.#surroundings, known);
    this.#indentation = indentation;
    return separator + indent(text, indentation);
  }
}

function indent(text: string, indentation: string): string {
  return indentation === "" ? text : text.replaceAll(/\n(?=[^\n])/g, `\n${indentation}`);
}

interface Surroundings {
  isCode: boolean;
  isMarkdown: boolean;
  before: string;
  /** Of the cursor's line. */
  lineBefore: string;
  lineAfter: string;
  /** The nearest other lines; undefined: there is none. */
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

/** A list marker, a quote or a heading that waits for its text. */
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

/** On a line of its own, below `lineAbove`: whether a blank line belongs in between. */
function isParagraphAfter({ isMarkdown }: Surroundings, lineAbove: string | undefined, block: Block, breaks: number): boolean {
  if (lineAbove === undefined || lineAbove.trim() === "") return false;
  const above = blockOf(lineAbove);
  if (above !== "prose" || block !== "prose") return !mayAdjoin(above, block);
  return breaks > 1 || (isMarkdown && endsSentence(lineAbove));
}

/** What follows the text, so that what stands behind the cursor begins where it should. */
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

/** Of the line that the text ends in. */
function lastBlock({ lineBefore }: Surroundings, text: string): Block {
  const lines = text.split("\n");
  return blockOf(lines.length === 1 ? lineBefore + text : (lines.at(-1) ?? ""));
}

/** More than one paragraph: it cannot go on in the line that follows. */
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
    // Text that is indented as its location demands stays as it is; text that begins at the margin is indented as a whole.
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

/** Between two words, after a comment's marker, an assignment or a comma. */
function needsSpaceInCode(before: string, after: string): boolean {
  if (/\s$/.test(before) || /^\s/.test(after)) return false;
  return (/[\w$]$/.test(before) && /^[\w$]/.test(after)) || /(?:[=,]|(?:^|\s)(?:\/\/|#|--))$/.test(before);
}

function indentationOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** One level, as the text before has it. */
function indentationUnit(before: string): string {
  const indentations = before
    .split("\n")
    .map(indentationOf)
    .filter((one) => one !== "");
  if (indentations.some((one) => one.startsWith("\t"))) return "\t";
  const smallest = Math.min(...indentations.map((one) => one.length));
  return " ".repeat(Number.isFinite(smallest) ? smallest : 2);
}
