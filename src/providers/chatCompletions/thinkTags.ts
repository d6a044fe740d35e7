/** Separates reasoning in tags at the start of an answer from its text. */

import { GrowingText } from "../../output/growingText.ts";
import { CodeMarks } from "./codeMarks.ts";
import {
  analysisEnds,
  closingAlone,
  closings,
  foldMark,
  lastMarks,
  longestTag,
  nextHeaders,
  nextMessage,
  openings,
  tags,
} from "./thinkMarks.ts";
import { findStart, type WordMarks } from "./wordMarks.ts";

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
   * - `unmarked`: text without an opening tag, or after words that may be meant as such, which may be reasoning.
   * - `text`: nothing more is examined.
   */
  #state: "start" | "thinking" | "unmarked" | "text" = "start";
  /** The tag that opened the reasoning. */
  #opening = "";
  #closings: readonly string[] = [];
  /** Marks that may end the text. */
  #lastMarks: readonly string[] = [];
  /** What is not decided yet. */
  #held = "";
  /** Texts that have been decided except for a closing tag in the same packet. */
  #waiting: string[] = [];
  /** The text since the start, to see whether a closing tag is in code. */
  readonly #unmarked = new GrowingText();
  /** The words with which the text begins. */
  #words: { marks: WordMarks; start: string } | undefined;
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
      const closing = this.#unmarkedClosings.find((tag) => this.#fold(held) === tag);
      if (closing !== undefined && this.#endsUnmarked(this.#unmarked.text, "")) this.#closeUnmarked(closing, "");
      else this.#keepText(held);
    } else if (held !== "" && !(this.#hasThought && held.trim() === "") && !this.#lastMarks.includes(foldMark(held)))
      this.#emit({ type: "text", text: held });
    this.#releaseWaiting();
  }

  #readStart(text: string): void {
    this.#held = "";
    const start = text.trimStart();
    const lower = foldMark(start.slice(0, longestTag));
    const opening = openings.find((known) => lower.startsWith(known));
    if (opening !== undefined) {
      const closing = tags.get(opening);
      this.#hasThought = true;
      this.#state = closing === undefined ? "text" : "thinking";
      this.#opening = opening;
      this.#closings = [closing ?? []].flat();
      if (closing === undefined || closing === analysisEnds) this.#lastMarks = lastMarks;
      this.add(start.slice(opening.length));
      return;
    }
    // Gemini leaves the closing tag in the text, and some models close a tag twice.
    const closable = this.#isSeparate ? closings : this.#closings.filter((tag) => !nextHeaders.includes(tag));
    const closing = closable.find((known) => lower.startsWith(known));
    if (closing !== undefined) {
      this.#hasThought = true;
      this.#readStart(start.slice(closing.length));
      return;
    }
    const begun = closable.length > 0 ? [...openings, ...closable] : openings;
    const couldOpen = start === "" || begun.some((known) => known.startsWith(lower) && start.length < known.length);
    const words = this.#hasThought ? undefined : findStart(start);
    if (couldOpen || words === "undecided") {
      this.#held = text;
      return;
    }
    if (words !== undefined) {
      this.#words = words;
      this.#holdsText = true;
    }
    this.#state = this.#hasThought ? "text" : "unmarked";
    this.add(this.#hasThought ? start : text);
  }

  /** `text` includes what was held back. */
  #readThought(text: string): void {
    this.#held = "";
    const lower = foldMark(text);
    // A template and the model may both open the tag.
    const begun = this.#isThoughtBegun ? undefined : lower.trimStart();
    if (begun?.startsWith(this.#opening)) {
      this.#readThought(text.trimStart().slice(this.#opening.length));
      return;
    }
    if (begun !== undefined && this.#opening.startsWith(begun)) {
      this.#held = text;
      return;
    }
    for (let at = 0; at < text.length; at += 1) {
      const closing = this.#closings.find((tag) => lower.startsWith(tag, at));
      if (closing === undefined) continue;
      const end = nextHeaders.includes(closing) ? at : at + closing.length;
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

  /** `text` includes what was held back, because it may be a mark at the end, or the start of another message. */
  #readText(text: string): void {
    const marks = this.#lastMarks.length === 0 ? [] : [...this.#lastMarks, `<|end|>${nextMessage}`];
    const next = marks.length === 0 ? -1 : text.indexOf(`<|end|>${nextMessage}`);
    if (next >= 0) {
      const before = text.slice(0, next).trimEnd();
      if (before !== "" || this.#isTextBegun) this.#emit({ type: "text", text: `${before}\n\n` });
      this.#state = "start";
      this.#readStart(text.slice(next + "<|end|>".length));
      return;
    }
    const end = text.length - heldLength(foldMark(text), marks);
    this.#held = text.slice(end);
    this.#isTextBegun ||= end > 0;
    if (end > 0) this.#emit({ type: "text", text: text.slice(0, end) });
  }

  #isThoughtBegun = false;
  #isTextBegun = false;

  #emitReasoning(text: string): void {
    const shown = this.#isThoughtBegun ? text : text.trimStart();
    if (shown === "") return;
    this.#isThoughtBegun = true;
    this.#emit({ type: "reasoning", text: shown });
  }

  #readUnmarked(added: string): void {
    const text = this.#held + added;
    if (this.#words === undefined && this.#held === "" && !/[<[◁]/.test(text)) {
      this.#keepText(text);
      return;
    }
    this.#held = "";
    const lower = this.#fold(text);
    for (const closing of this.#unmarkedClosings) {
      for (let at = lower.indexOf(closing); at >= 0; at = lower.indexOf(closing, at + 1)) {
        const rest = text.slice(at + closing.length);
        if (rest === "") {
          // What follows decides.
          this.#keepText(text.slice(0, at));
          this.#held = text.slice(at);
          return;
        }
        if (!this.#endsUnmarked(this.#unmarked.text + text.slice(0, at), rest)) continue;
        this.#keepText(text.slice(0, at));
        this.#closeUnmarked(closing, rest);
        return;
      }
    }
    const kept = text.length - heldLength(lower, this.#unmarkedClosings);
    this.#held = text.slice(kept);
    this.#keepText(text.slice(0, kept));
  }

  get #unmarkedClosings(): readonly string[] {
    return this.#words ? [...this.#words.marks.ends.keys()] : closingAlone;
  }

  #fold(text: string): string {
    return this.#words ? this.#words.marks.fold(text) : foldMark(text);
  }

  /** Whether what is before and after a closing mark lets it be one. */
  #endsUnmarked(before: string, after: string): boolean {
    return this.#words
      ? this.#words.marks.isEnd(before, after)
      : (after === "" || endsThought(after)) && !new CodeMarks().add(before).isOpen;
  }

  /** The reasoning without the words that are its marks. */
  #readReasoning(): string {
    if (!this.#words) return this.#unmarked.text.trimEnd();
    const { start, marks } = this.#words;
    const text = this.#unmarked.text.trimStart().slice(start.length);
    return (marks.between === undefined ? text : text.replaceAll(marks.between, "\n\n")).trim();
  }

  #keepText(text: string): void {
    if (text === "") return;
    this.#unmarked.add(text);
    this.#waiting.push(text);
  }

  #releaseWaiting(): void {
    if (this.#waiting.length === 0) return;
    this.#hasPassedText = true;
    for (const text of this.#waiting.splice(0)) this.#emit({ type: "text", text });
  }

  /** The text so far was reasoning: what has not been passed on yet is passed on as such. */
  #closeUnmarked(closing: string, after: string): void {
    const rest = `${this.#words?.marks.ends.get(closing) ?? ""}${after}`;
    this.closedUnopened = this.#words === undefined;
    this.#hasThought = true;
    this.#closings = this.#words ? [] : closingAlone;
    this.#state = "start";
    if (this.#hasPassedText) {
      this.#releaseWaiting();
      this.#emit({ type: "textWasReasoning" });
    } else {
      this.#waiting = [];
      this.#emitReasoning(this.#readReasoning());
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
