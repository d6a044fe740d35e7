/** Takes images out of a text: some gateways write them as Markdown, with the whole file in the place of the address. */
import { CodeMarks } from "./codeMarks.ts";

/** `uri`: what the text is an image of. */
interface Piece {
  text: string;
  uri?: string;
}

const start = "![";
const middle = "](";
const scheme = "data:image/";
/** The words for an image are not longer. */
const longestWords = 300;

/** The text arrives in pieces of any length. */
export class WrittenImages {
  /** Everything that may be, or is, the beginning of an image. */
  #held = "";
  /** Whether it is one, whose file arrives. */
  #isImage = false;
  readonly #textBefore: () => string;

  /** `textBefore`: the text so far, which shows whether an image is in code. It is only asked for when one begins. */
  constructor(textBefore: () => string) {
    this.#textBefore = textBefore;
  }

  add(text: string): Piece[] {
    if (this.#held === "" && !text.includes("!")) return [{ text }];
    const pieces: Piece[] = [];
    let rest = text;
    while (rest !== "") rest = this.#isImage ? this.#readFile(rest, pieces) : this.#readText(rest, pieces);
    return pieces;
  }

  /** What is held back when the text ends. */
  end(): string {
    const held = this.#held;
    this.#held = "";
    this.#isImage = false;
    return held;
  }

  /** Returns what is still to be read. */
  #readText(added: string, pieces: Piece[]): string {
    const text = this.end() + added;
    const at = text.indexOf("!");
    if (at > 0) pieces.push({ text: text.slice(0, at) });
    if (at < 0) pieces.push({ text });
    if (at < 0) return "";
    const found = text.slice(at);
    const length = lengthOfHead(found);
    if (length === undefined) {
      this.#held = found;
      return "";
    }
    if (length > 0 && !this.#isInCode(found.slice(0, length))) {
      this.#held = found.slice(0, length);
      this.#isImage = true;
      return found.slice(length);
    }
    pieces.push({ text: "!" });
    return found.slice(1);
  }

  #readFile(added: string, pieces: Piece[]): string {
    const end = added.indexOf(")");
    if (end < 0) {
      this.#held += added;
      return "";
    }
    this.#isImage = false;
    const written = this.end() + added.slice(0, end + 1);
    pieces.push({ text: written, uri: uriOf(written) });
    return added.slice(end + 1);
  }

  #isInCode(head: string): boolean {
    const before = this.#textBefore();
    const at = before.lastIndexOf(head);
    return new CodeMarks().add(at < 0 ? before : before.slice(0, at)).isOpen;
  }
}

/** The data URI of a piece that is an image, without a title behind it. */
function uriOf(piece: string): string {
  const from = piece.indexOf(middle) + middle.length;
  return piece.slice(from, -1).split(/["']/, 1).join("").trim();
}

/** The length of what leads to the file of an image; 0: this is none; undefined: more is needed. */
function lengthOfHead(text: string): number | undefined {
  if (!text.startsWith(start.slice(0, text.length))) return 0;
  const end = text.indexOf(middle, start.length);
  const words = end < 0 ? text : text.slice(0, end);
  if (words.length > longestWords || words.includes("\n")) return 0;
  if (end < 0) return undefined;
  const given = text.slice(end + middle.length);
  if (given.length < scheme.length) return scheme.startsWith(given) ? undefined : 0;
  return given.startsWith(scheme) ? end + middle.length + scheme.length : 0;
}
