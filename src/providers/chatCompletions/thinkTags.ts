/** Separates reasoning in tags at the start of an answer from its text. */
import { analysisEnds, closingAlone, closings, lastMarks, longestTag, openings, tags } from "./thinkMarks.ts";

export type ThinkPiece =
  | { type: "text" | "reasoning"; text: string }
  /** All text before this piece was reasoning, although it was already passed on as text. */
  | { type: "textWasReasoning" };

export interface ThinkOptions {
  /** The model usually closes a tag that it did not open: its text is held back until it does. */
  holdsText: boolean;
  emit(piece: ThinkPiece): void;
}

/** A tag is recognised at the start of the answer, and not in code. Everything after the reasoning is text. */
export class ThinkTags {
  readonly #emit: ThinkOptions["emit"];
  #holdsText: boolean;
  /**
   * - `start`: nothing but white space has arrived.
   * - `thinking`: after an opening tag.
   * - `unmarked`: text without an opening tag, which may be reasoning.
   * - `text`: nothing more is examined.
   */
  #state: "start" | "thinking" | "unmarked" | "text" = "start";
  #closings: readonly string[] = [];
  /** Marks that may end the text. */
  #lastMarks: readonly string[] = [];
  /** What is not decided yet. */
  #held = "";
  /** Texts that have been decided except for a closing tag in the same packet. */
  #waiting: string[] = [];
  /** The text since the start, to see whether a closing tag is in code. */
  #unmarked = "";
  #hasPassedText = false;
  #hasThought = false;
  #isSeparate = false;
  /** Whether a closing tag without an opening one was found. */
  closedUnopened = false;

  constructor({ holdsText, emit }: ThinkOptions) {
    this.#holdsText = holdsText;
    this.#emit = emit;
  }

  /** The engine itself separates the reasoning of this model. */
  reasoningIsSeparate(): void {
    this.#holdsText = false;
    this.#isSeparate = true;
  }

  add(text: string): void {
    switch (this.#state) {
      case "text":
        this.#readText(this.#held + text);
        return;
      case "start":
        this.#readStart(this.#held + text);
        return;
      case "thinking":
        this.#readThought(this.#held + text);
        return;
      case "unmarked":
        this.#readUnmarked(text);
    }
  }

  /** Passes on what has arrived together, unless the model's text is held back. */
  endPacket(): void {
    if (!this.#holdsText) this.#releaseWaiting();
  }

  end(): void {
    const held = this.#held;
    this.#held = "";
    if (this.#state === "thinking") this.#emitReasoning(held);
    else if (this.#state === "unmarked") {
      const closing = closingAlone.find((tag) => held.toLowerCase() === tag);
      if (closing !== undefined && !isInCode(this.#unmarked)) this.#closeUnmarked("");
      else this.#keepText(held);
    } else if (held !== "" && !(this.#hasThought && held.trim() === "") && !this.#lastMarks.includes(held.toLowerCase()))
      this.#emit({ type: "text", text: held });
    this.#releaseWaiting();
  }

  #readStart(text: string): void {
    this.#held = "";
    const start = text.trimStart();
    const lower = start.slice(0, longestTag).toLowerCase();
    const opening = openings.find((known) => lower.startsWith(known));
    if (opening !== undefined) {
      const closing = tags.get(opening);
      this.#hasThought = true;
      this.#state = closing === undefined ? "text" : "thinking";
      this.#closings = [closing ?? []].flat();
      if (closing === undefined || closing === analysisEnds) this.#lastMarks = lastMarks;
      this.add(start.slice(opening.length));
      return;
    }
    // Gemini leaves the closing tag in the text.
    const closing = this.#isSeparate ? closings.find((known) => lower.startsWith(known)) : undefined;
    if (closing !== undefined) {
      this.#hasThought = true;
      this.#readStart(start.slice(closing.length));
      return;
    }
    const begun = this.#isSeparate ? [...openings, ...closings] : openings;
    const couldOpen = start === "" || begun.some((known) => known.startsWith(lower) && start.length < known.length);
    if (couldOpen) {
      this.#held = text;
      return;
    }
    this.#state = this.#hasThought ? "text" : "unmarked";
    this.add(this.#hasThought ? start : text);
  }

  /** `text` includes what was held back. */
  #readThought(text: string): void {
    this.#held = "";
    const lower = text.toLowerCase();
    for (let at = 0; at < text.length; at += 1) {
      const closing = this.#closings.find((tag) => lower.startsWith(tag, at));
      if (closing === undefined) continue;
      const end = at + closing.length;
      if (text[at - 1] === "`" && text[end] === "`") continue;
      this.#emitReasoning(text.slice(0, at).trimEnd());
      this.#state = "start";
      this.#isThoughtBegun = false;
      if (end < text.length) this.#readStart(text.slice(end));
      return;
    }
    // White space at the end may be followed by the closing tag.
    const kept = text.length - heldLength(lower, this.#closings);
    const end = text.slice(0, kept).trimEnd().length;
    this.#held = text.slice(end);
    this.#emitReasoning(text.slice(0, end));
  }

  /** `text` includes what was held back, because it may be a mark at the end. */
  #readText(text: string): void {
    const end = this.#lastMarks.length === 0 ? text.length : text.length - heldLength(text.toLowerCase(), this.#lastMarks);
    this.#held = text.slice(end);
    if (end > 0) this.#emit({ type: "text", text: text.slice(0, end) });
  }

  #isThoughtBegun = false;

  #emitReasoning(text: string): void {
    const shown = this.#isThoughtBegun ? text : text.trimStart();
    if (shown === "") return;
    this.#isThoughtBegun = true;
    this.#emit({ type: "reasoning", text: shown });
  }

  #readUnmarked(added: string): void {
    const text = this.#held + added;
    if (this.#held === "" && !/[<[◁]/.test(text)) {
      this.#keepText(text);
      return;
    }
    this.#held = "";
    const lower = text.toLowerCase();
    for (const closing of closingAlone) {
      for (let at = lower.indexOf(closing); at >= 0; at = lower.indexOf(closing, at + 1)) {
        const rest = text.slice(at + closing.length);
        if (rest === "") {
          // What follows decides.
          this.#keepText(text.slice(0, at));
          this.#held = text.slice(at);
          return;
        }
        if (!endsThought(rest) || isInCode(this.#unmarked + text.slice(0, at))) continue;
        this.#keepText(text.slice(0, at));
        this.#closeUnmarked(rest);
        return;
      }
    }
    const kept = text.length - heldLength(lower, closingAlone);
    this.#held = text.slice(kept);
    this.#keepText(text.slice(0, kept));
  }

  #keepText(text: string): void {
    if (text === "") return;
    this.#unmarked += text;
    this.#waiting.push(text);
  }

  #releaseWaiting(): void {
    if (this.#waiting.length === 0) return;
    this.#hasPassedText = true;
    for (const text of this.#waiting.splice(0)) this.#emit({ type: "text", text });
  }

  /** The text so far was reasoning: what has not been passed on yet is passed on as such. */
  #closeUnmarked(rest: string): void {
    this.closedUnopened = true;
    this.#hasThought = true;
    this.#state = "start";
    if (this.#hasPassedText) {
      this.#releaseWaiting();
      this.#emit({ type: "textWasReasoning" });
    } else {
      this.#waiting = [];
      this.#emitReasoning(this.#unmarked.trimEnd());
    }
    if (rest !== "") this.#readStart(rest);
  }
}

/** How many characters at the end may be the start of one of the tags. */
function heldLength(lower: string, closings: readonly string[]): number {
  for (let length = Math.min(longestTag, lower.length); length > 0; length -= 1) {
    const end = lower.slice(-length);
    if (closings.some((closing) => closing.startsWith(end))) return length;
  }
  return 0;
}

/** A sentence about the tag continues in the same line after a space, or with punctuation. */
const endsThought = (rest: string) => /^[ \t]*(?:\r?\n|$)|^[^\s.,;:!?'"`)\]}<*_]/.test(rest);

function isInCode(before: string): boolean {
  const fences = before.match(/^[ \t]*(?:```|~~~)/gm)?.length ?? 0;
  if (fences % 2 === 1) return true;
  const line = before.slice(before.lastIndexOf("\n") + 1);
  return (line.match(/`/g)?.length ?? 0) % 2 === 1;
}
