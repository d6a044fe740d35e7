/** Reads the JSON of engines that do not write it exactly. */

import { parseJson } from "../../contract/parseJson.ts";
import { tryParseJson } from "../../contract/tryParseJson.ts";

/**
 * Reads JSON objects that are not separated by line ends, or that are not exact: with `NaN` or `None` as Python writes them, commas before
 * the end of a list, single quotes, or control characters and unknown escapes in their texts. Returns none if anything else is in the text
 * or an object is incomplete, unless `isCut`: then those before it.
 */
export function parseLooseObjects(text: string, isCut = false): unknown[] {
  const values: unknown[] = [];
  let start = 0;
  while (start < text.length) {
    const gap = /^(?:[\s,]|data:)+/i.exec(text.slice(start, start + 40))?.[0].length ?? 0;
    if (gap > 0) {
      start += gap;
      continue;
    }
    const found = text[start] === "{" ? readObject(text, start, words) : undefined;
    const value = found && parseJson(found.repaired);
    if (!found || value === undefined) return isCut ? values : [];
    values.push(value);
    start = found.end;
  }
  return values;
}

/**
 * The arguments of a call as JSON; undefined: it is not clear which object was meant. A model's function is called with them, so that only
 * what has one meaning is repaired: Python's quotes and words, commas before the end of a list, control characters in texts, and brackets
 * or marks of the model's template after the end. A block of code is read as what it contains.
 */
export function repairArguments(text: string): string | undefined {
  const written = (/^\s*```(?:json)?\s([\s\S]*)```\s*$/.exec(text)?.[1] ?? text).trim();
  const found = written.startsWith("{") ? readObject(written, 0) : undefined;
  if (!found || found.dropsEscape || !/^(?:[\s}\]]|<\|\w{1,40}\|>|<\/\w{1,20}>)*$/.test(written.slice(found.end))) return undefined;
  return tryParseJson(found.repaired) === undefined ? undefined : found.repaired;
}

/** The texts of several objects that follow each other; the text itself if it is anything else. */
export function splitObjects(text: string): string[] {
  const found: string[] = [];
  for (let rest = text.trim(); rest !== ""; ) {
    const object = rest.startsWith("{") ? readObject(rest, 0) : undefined;
    if (!object || tryParseJson(object.repaired) === undefined) return [text];
    found.push(object.repaired);
    rest = rest.slice(object.end).trim();
  }
  return found.length < 2 ? [text] : found;
}

/** A text in quotes, a word, a mark of the structure, or anything else, e.g. white space. */
const tokens = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|'[^'\\]*(?:\\[\s\S][^'\\]*)*'|-?[A-Za-z]+|[[\]{},]|[\s:]+|[^\s:"'A-Za-z[\]{},]+/y;

export const pythonWords: Readonly<Record<string, string>> = { None: "null", True: "true", False: "false" };
const words: Readonly<Record<string, string>> = {
  ...pythonWords,
  undefined: "null",
  NaN: "null",
  Infinity: "null",
  "-Infinity": "null",
  "-inf": "null",
  inf: "null",
  nan: "null",
};

interface LooseObject {
  end: number;
  repaired: string;
  /** A text contains an unknown escape, whose backslash is left out. */
  dropsEscape: boolean;
}

/** undefined: the object is incomplete. */
export function readObject(text: string, start: number, replaced: Readonly<Record<string, string>> = pythonWords): LooseObject | undefined {
  const repaired: string[] = [];
  let depth = 0;
  let dropsEscape = false;
  tokens.lastIndex = start;
  for (let token = tokens.exec(text)?.[0]; token !== undefined; token = tokens.exec(text)?.[0]) {
    if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") {
      depth -= 1;
      dropComma(repaired);
    }
    const isText = /^["']/.test(token);
    dropsEscape ||= isText && hasUnknownEscape(token);
    repaired.push(isText ? repairText(token) : (replaced[token] ?? token));
    if (depth === 0) return { end: tokens.lastIndex, repaired: repaired.join(""), dropsEscape };
  }
  return undefined;
}

function dropComma(written: string[]): void {
  const last = written.findLastIndex((token) => token.trim() !== "");
  if (written[last] === ",") written.splice(last, 1);
}

/** Before a quote, a backslash has one meaning. */
const hasUnknownEscape = (token: string) => token.replace(/\\(?:u[\da-fA-F]{4}|["'\\/bfnrt])/g, "").includes("\\");

/** A text with its quotes. */
function repairText(token: string): string {
  const inner = token.slice(1, -1).replace(/\\(u[\da-fA-F]{4}|[\s\S])|["\p{Cc}]/gu, (part: string, escaped: string | undefined) => {
    if (escaped === undefined) return part === '"' || part < " " ? JSON.stringify(part).slice(1, -1) : part;
    if (escaped.length > 1 || /["\\/bfnrt]/.test(escaped)) return part;
    return JSON.stringify(escaped).slice(1, -1);
  });
  return `"${inner}"`;
}
