/** Limits the values of an event: a small value needs twenty times as much memory as its text. */
import { EngineError } from "../providerError.ts";

/** Values of an event that are read: none has as many. */
const eventValues = 400_000;
/** Bytes up to which nothing has too many values: each needs a byte, and one that separates it. */
export const uncountedLength = 2 * eventValues;

const [quote, backslash, comma, openBracket, openBrace] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

/** Counts the values of JSON, or of several JSON texts, that arrives in pieces, without decoding it. The content of texts is skipped. */
export class ValueCounter {
  #values = 0;
  #isInText = false;
  /** A backslash at the end of the last piece belongs to the first byte of the next one. */
  #isEscaped = false;

  /** @throws EngineError if there are more values than are read */
  add(json: Uint8Array): void {
    let values = this.#values;
    for (let at = this.#isInText ? this.#endOfText(json, 0) + 1 : 0; at < json.length; at += 1) {
      const byte = json[at];
      if (byte === quote) at = this.#endOfText(json, at + 1);
      else if (byte === comma || byte === openBracket || byte === openBrace) values += 1;
    }
    this.#values = values;
    if (values > eventValues) throw new EngineError(`an event of its answer has more than ${eventValues} values.`);
  }

  /** The index of the quotation mark that ends the text whose content begins at `from`; that after the end if there is none. */
  #endOfText(json: Uint8Array, from: number): number {
    const start = Math.min(from + (this.#isEscaped ? 1 : 0), json.length);
    const isEscapedAt = (at: number) => {
      let first = at;
      while (first > start && json[first - 1] === backslash) first -= 1;
      return (at - first) % 2 === 1;
    };
    let end = nextQuote(json, start);
    while (end >= 0 && isEscapedAt(end)) end = nextQuote(json, end + 1);
    this.#isInText = end < 0;
    this.#isEscaped = end < 0 && isEscapedAt(json.length);
    return end < 0 ? json.length : end;
  }
}

/** Bytes of a text that are looked at one by one, which takes less time than a call for each. */
const nearby = 64;

function nextQuote(json: Uint8Array, from: number): number {
  const far = Math.min(from + nearby, json.length);
  for (let at = from; at < far; at += 1) if (json[at] === quote) return at;
  return json.indexOf(quote, far);
}

/** Only objects and lists have several values: prose is not counted. */
const begins = /^\s*[[{]/;

/** @throws EngineError if there are more values than are read */
export function requireFewValues(json: Uint8Array | string): void {
  if (json.length <= uncountedLength || (typeof json === "string" && !begins.test(json))) return;
  new ValueCounter().add(typeof json === "string" ? Buffer.from(json) : json);
}
