/**
 * Finds function calls that a model wrote and whose engine left them in the text. They are calls only if the request offered the function,
 * and not in code.
 */
import { CodeMarks } from "../codeMarks.ts";
import { type CallForm, Cursor, type Functions, type ReadCalls, type WrittenCall } from "./callForm.ts";
import { callForms } from "./callForms.ts";
import { mayBeLone, readLoneCalls } from "./loneCalls.ts";

export type WrittenPiece = { type: "text"; text: string } | { type: "call"; call: WrittenCall };

const openings = callForms.flatMap((form) => form.openings);
const firstWords = callForms.flatMap((form) => form.firstWords);
const firstCharacters = new Set(openings.map((opening) => opening.charAt(0)));
const longest = Math.max(...openings.map((opening) => opening.length));
const isMark = (text: string, at: number) => openings.some((opening) => text.startsWith(opening, at));
/** Also finds brackets, which may begin a list of calls on a line of its own. */
const anyOpening = new RegExp([...openings.map((opening) => opening.replace(/[[\]|]/g, "\\$&")), "\\["].join("|"), "g");
/** Whether a delta can contain an opening, or end with the start of one. */
const mayOpen = /[<[`]|assistant|a(?:s(?:s(?:i(?:s(?:t(?:an?)?)?)?)?)?)?$/;

/**
 * From the first call on, everything is held back until the end of the text: what follows decides whether it is one. It is read again each
 * time when its length has doubled, so that a text that begins like a call is passed on before its end.
 */
export class WrittenCalls {
  readonly #functions: Functions;
  readonly #code = new CodeMarks();
  #hasPassed = false;
  #held = "";
  #hasCall = false;
  /** The length from which on what was held back as a call is read again. */
  #readAgainAt = 0;

  constructor(functions: Functions) {
    this.#functions = functions;
  }

  /** Returns what is certainly text. */
  add(added: string): string {
    if (this.#held === "" && this.#hasPassed && !mayOpen.test(added)) return this.#pass(added);
    const text = this.#held + added;
    if (this.#hasCall && text.length < this.#readAgainAt) {
      this.#held = text;
      return "";
    }
    const start = this.#startOfHeld(text);
    this.#held = text.slice(start);
    return this.#pass(text.slice(0, start));
  }

  /** What was held back is text. */
  release(): string {
    const held = this.#held;
    this.#held = "";
    this.#hasCall = false;
    return this.#pass(held);
  }

  /** No text follows: returns what was held back. */
  end(): WrittenPiece[] {
    const text = this.#held;
    const pieces: WrittenPiece[] = [];
    let start = 0;
    for (const at of this.#openingsIn(text)) {
      const cursor = new Cursor(text, at);
      const calls = at < start ? "text" : this.#read(cursor);
      if (typeof calls === "string") continue;
      pieces.push({ type: "text", text: text.slice(start, at) }, ...calls.map((call) => ({ type: "call" as const, call })));
      start = cursor.at;
    }
    const hasCalls = pieces.length > 0;
    pieces.push({ type: "text", text: text.slice(start) });
    this.#held = "";
    this.#hasCall = false;
    return pieces.filter((piece) => piece.type === "call" || (hasCalls ? piece.text.trim() : piece.text) !== "");
  }

  #pass(text: string): string {
    if (text === "") return text;
    this.#hasPassed = true;
    this.#code.add(text);
    return text;
  }

  #startOfHeld(text: string): number {
    this.#hasCall = false;
    this.#readAgainAt = 2 * text.length;
    for (const at of this.#openingsIn(text)) {
      const calls = this.#read(new Cursor(text, at));
      if (calls === "text") continue;
      this.#hasCall = calls !== "undecided";
      return this.#withSpace(text, at);
    }
    const begun = this.#hasPassed ? undefined : text.trimStart();
    if (begun !== undefined && (begun === "" || firstWords.some((words) => words.startsWith(begun)))) return 0;
    for (let at = Math.max(0, text.length - longest); at < text.length; at += 1) {
      if (!firstCharacters.has(text.charAt(at))) continue;
      const end = text.slice(at);
      if (openings.some((opening) => opening.startsWith(end))) return this.#withSpace(text, at);
    }
    return text.length;
  }

  /** White space before a call at the start is no text. */
  #withSpace(text: string, at: number): number {
    return !this.#hasPassed && text.slice(0, at).trim() === "" ? 0 : at;
  }

  /** Where openings are that are not in code. */
  *#openingsIn(text: string): Generator<number> {
    const first = this.#hasPassed ? -1 : text.search(/\S/);
    if (first >= 0 && (mayBeLone(text, first) || firstWords.some((words) => text.startsWith(words, first)))) yield first;
    const code = this.#code.copy();
    let last = 0;
    for (const { index } of text.matchAll(anyOpening)) {
      code.add(text.slice(last, index));
      last = index;
      const needsLine = text[index] === "`" || !isMark(text, index);
      if (!code.isOpen && (!needsLine || code.isAtLineStart)) yield index;
    }
  }

  /** Reads at an opening. */
  #read(cursor: Cursor): ReadCalls {
    const { text, at } = cursor;
    let isUndecided = false;
    for (const form of callForms) {
      for (const opening of marksAt(form, text, at)) {
        cursor.at = at + opening.length;
        const calls = form.read(cursor, this.#functions);
        if (calls === "undecided") isUndecided = true;
        else if (calls !== "text") return calls;
      }
    }
    const isFirst = !this.#hasPassed && text.slice(0, at).trim() === "";
    cursor.at = at;
    const lone = readLoneCalls(cursor, this.#functions, isFirst);
    return lone === "text" && isUndecided ? "undecided" : lone;
  }
}

const marksAt = ({ openings: marks, firstWords: words }: CallForm, text: string, at: number): string[] =>
  [...marks, ...words].filter((opening) => text.startsWith(opening, at));

/** The calls with which a text ends. */
export function callsAtEnd(text: string, functions: Functions): WrittenCall[] {
  const written = new WrittenCalls(functions);
  written.add(text);
  const pieces = written.end();
  const start = pieces.findLastIndex((piece) => piece.type === "text" && piece.text.trim() !== "") + 1;
  return pieces.slice(start).flatMap((piece) => (piece.type === "call" ? [piece.call] : []));
}
