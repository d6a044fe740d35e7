/** The form in which a family of models writes function calls, and what the readers of these forms share. */
import { readObject } from "../looseJson.ts";

export interface WrittenCall {
  name: string;
  /** JSON; "" for none. It is no JSON if the call was cut off. */
  arguments: string;
}

/** Schemas of the request's functions by their names. */
export type Functions = ReadonlyMap<string, unknown>;

/** `undecided`: the text ends before the name of a function. `text`: it is no call of one of the functions. */
export type ReadCalls = readonly WrittenCall[] | "undecided" | "text";

export interface CallForm {
  /** The marks with which the form begins. */
  readonly openings: readonly string[];
  /** Words that are such marks only at the start of a text. */
  readonly firstWords: readonly string[];
  /** Reads the calls after an opening, and moves the cursor after them. */
  read(cursor: Cursor, functions: Functions): ReadCalls;
}

/** From this length on, what does not look like the head of a call is none. */
const longestHead = 160;

/** A place in a text. */
export class Cursor {
  readonly text: string;
  at: number;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  get rest(): string {
    return this.text.slice(this.at);
  }

  /** Moves after what a sticky pattern matches here. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text) ?? undefined;
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  /** Moves after the next place of a global pattern, or to the end. Returns the text before it, and whether there is one. */
  takeUntil(pattern: RegExp): { before: string; isFound: boolean } {
    const start = this.at;
    pattern.lastIndex = start;
    const found = pattern.exec(this.text);
    this.at = found ? pattern.lastIndex : this.text.length;
    return { before: this.text.slice(start, found ? found.index : this.text.length), isFound: found !== null };
  }

  /** What the text is if nothing more of a call can be read here. */
  get unread(): "undecided" | "text" {
    return this.text.length - this.at < longestHead ? "undecided" : "text";
  }
}

/** Words that follow a name without a space, if the tokens between them were removed. */
const types = ["json", "code"];

/** The name of a function with the words that models write before and after it; undefined: it is none of the functions. */
export function knownName(written: string, functions: Functions): string | undefined {
  const plain = written.replace(/^functions?[.:]/, "").replace(/:\d{0,9}$/, "");
  const type = types.find((word) => plain.endsWith(word)) ?? "";
  return [written, plain, plain.slice(0, plain.length - type.length)].find((name) => functions.has(name));
}

/** Whether a name that may be incomplete can become one of the functions. */
export function mayBeName(written: string, functions: Functions): boolean {
  if (knownName(written, functions) !== undefined) return true;
  return [...functions.keys()].some(
    (name) =>
      [name, `functions.${name}`].some((known) => known.startsWith(written)) || types.some((type) => `${name}${type}`.startsWith(written)),
  );
}

/**
 * Takes an object with the arguments. Without its end, the rest of the text is returned up to `ends`, which is what may follow it; "{" if
 * not even its start is there, because the arguments of a call that was cut off must not be read as complete.
 */
export function takeArguments(cursor: Cursor, ends: RegExp): string {
  const { text, at } = cursor;
  const found = text[at] === "{" ? readObject(text, at) : undefined;
  if (found) {
    cursor.at = found.end;
    return text.slice(at, found.end);
  }
  const { before } = cursor.takeUntil(ends);
  return before.startsWith("{") ? before : "{";
}

export interface HeadedForm {
  /** What begins each call after the first one. */
  next: RegExp;
  /** From there to the arguments; the first group is the name. */
  head: RegExp;
  /** The start of a head that ends with the text, in or after its name, which is the first group. */
  cutHead: RegExp;
  /** What ends a call: as a sticky pattern, and as a global one. */
  close: RegExp;
  end: RegExp;
}

/** Reads calls that consist of a name and an object. The patterns are sticky. */
export function readHeadedCalls(cursor: Cursor, functions: Functions, { next, head, cutHead, close, end }: HeadedForm): ReadCalls {
  const calls: WrittenCall[] = [];
  for (let start = cursor.at; ; start = cursor.at) {
    if (calls.length > 0 && !cursor.take(next)) return calls;
    const whole = cursor.take(head);
    const [, name] = whole ?? cursor.take(cutHead) ?? [];
    const known = name === undefined ? undefined : knownName(name, functions);
    if (known === undefined) {
      cursor.at = start;
      if (calls.length > 0) return calls;
      return name === undefined ? cursor.unread : !whole && mayBeName(name, functions) ? "undecided" : "text";
    }
    const isEmpty = whole !== undefined && cursor.take(close) !== undefined;
    calls.push({ name: known, arguments: isEmpty ? "" : takeArguments(cursor, end) });
    if (!isEmpty) cursor.take(close);
  }
}
