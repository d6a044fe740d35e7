/** Reads JSON of engines, providers and services. */
import { tryParseJson } from "./tryParseJson.ts";

/** Levels of arrays and objects that are read: no answer has as many. Readers, checks and the database would fail at thousands. */
export const answerLevels = 128;

/** Values of an event that are read: none has as many. A small one needs twenty times as much memory as its text. */
export const eventValues = 400_000;

/** The numbers that Python writes, which are not JSON. Texts are matched too, to skip what is in them. */
const pythonNumbers = /"(?:[^"\\]|\\.)*"?|-?(?:NaN|Infinity)/gs;

/** undefined: not JSON. Contains null in place of what is not a number, and of what is nested too deeply. */
export function parseJson(text: string): unknown {
  let value = tryParseJson(text);
  // Most texts that are not JSON are not JSON for another reason.
  if (value === undefined && /NaN|Infinity/.test(text)) {
    value = tryParseJson(text.replace(pythonNumbers, (found) => (found.startsWith('"') ? found : "null")));
  }
  // Each level needs two brackets.
  return text.length > 2 * answerLevels ? limitLevels(value, answerLevels) : value;
}

const [quote, comma, openBracket, openBrace] = [0x22, 0x2c, 0x5b, 0x7b];

/** Whether JSON, or several values of it, has more than `eventValues`. Texts of values are skipped. */
export function hasTooManyValues(json: string): boolean {
  // Each value needs a character, and one that separates it.
  if (json.length < 2 * eventValues) return false;
  let values = 0;
  for (let at = 0; at < json.length && values <= eventValues; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfText(json, at);
    else if (code === comma || code === openBracket || code === openBrace) values += 1;
  }
  return values > eventValues;
}

/** The index of the quotation mark that ends the text that begins at `start`; that of the end if there is none. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let before = end;
    while (json[before - 1] === "\\" && before - 1 > start) before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return json.length;
}

/** The same value with null in place of what is nested too deeply. */
export function limitLevels(value: unknown, levels: number): unknown {
  return isDeeperThan(value, levels) ? cut(value, levels) : value;
}

export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return false;
  if (levels === 0) return true;
  for (const member of Object.values(value)) if (isDeeperThan(member, levels - 1)) return true;
  return false;
}

function cut(value: unknown, levels: number): unknown {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  if (levels === 0) return null;
  if (Array.isArray(value)) return value.map((member) => cut(member, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cut(member, levels - 1)]));
}
