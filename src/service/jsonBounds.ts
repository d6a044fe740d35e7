/**
 * Limits how deeply JSON values are nested, and how many there are. V8 serializes deeper values than it can deserialize, so without a limit
 * a value could be stored and never be read again. Reading, checking and writing millions of small values occupies a service for many
 * seconds, which a text of the same size does not.
 */
import { limitLevels } from "../contract/parseJson.ts";

/** Levels of arrays and objects in a request's body. No JSON Schema of a function and no dialogue needs as many. @internal */
export const bodyLevels = 128;
/** Elements of arrays and members of objects in a request's body. A dialogue of a thousand turns has a tenth of them. @internal */
export const bodyValues = 100_000;
/** Levels of a stored value: a request's, and those of the objects around it. */
const storedLevels = 2 * bodyLevels;

const [quote, backslash, comma, openBracket, openBrace, closeBracket, closeBrace] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b, 0x5d, 0x7d];

/** What a JSON text exceeds; undefined: nothing. Reads it without parsing it, and no further than the limit. */
export function exceededBound({ buffer, byteOffset, byteLength }: Uint8Array): "levels" | "values" | undefined {
  const json = Buffer.from(buffer, byteOffset, byteLength);
  let levels = 0;
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case quote:
        at = endOfString(json, at);
        break;
      case comma:
        values += 1;
        break;
      case openBracket:
      case openBrace:
        values += 1;
        levels += 1;
        break;
      case closeBracket:
      case closeBrace:
        levels -= 1;
        break;
    }
    if (levels > bodyLevels) return "levels";
    if (values > bodyValues) return "values";
  }
  return undefined;
}

/** How many bytes of a string are read one by one, which is faster where there are many escapes. */
const nearBytes = 256;

/** The index of the quotation mark that ends the string that begins at `start`. Long strings, such as files, are searched by Node. */
function endOfString(json: Buffer, start: number): number {
  let at = start + 1;
  let end = -1;
  for (;;) {
    const near = Math.min(at + nearBytes, json.length);
    while (at < near && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
    if (at < near || at >= json.length) return at;
    if (end < at) end = json.indexOf(quote, at);
    if (end < 0) return json.length;
    const escapeAt = json.subarray(at, end).indexOf(backslash);
    if (escapeAt < 0) return end;
    at += escapeAt;
  }
}

/** How a request is refused that exceeds a bound. `what` begins the sentence. */
export function describeBound(what: string, bound: "levels" | "values"): string {
  return bound === "levels" ? `${what} is nested more than ${bodyLevels} levels deep.` : `${what} has more than ${bodyValues} values.`;
}

/** The same value with null in place of what is nested too deeply to be stored. */
export function storable(value: unknown): unknown {
  return limitLevels(value, storedLevels);
}
