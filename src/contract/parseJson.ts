/** Reads JSON of engines, providers and services. */
import { tryParseJson } from "./tryParseJson.ts";

/** Levels of arrays and objects that are read: no answer has as many. Readers, checks and the database would fail at thousands. */
export const answerLevels = 128;

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

/** The same value with null in place of what is nested too deeply. */
export function limitLevels(value: unknown, levels: number): unknown {
  return isDeeperThan(value, levels) ? cut(value, levels) : value;
}

export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((member) => isDeeperThan(member, levels - 1));
  // A list of the members of each object would be much memory at once.
  for (const name in value) if (isDeeperThan(Reflect.get(value, name), levels - 1)) return true;
  return false;
}

function cut(value: unknown, levels: number): unknown {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  if (levels === 0) return null;
  if (Array.isArray(value)) return value.map((member) => cut(member, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cut(member, levels - 1)]));
}
