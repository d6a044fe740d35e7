/**
 * Reads the parameters that AUTOMATIC1111's web interface and many later programs write: the prompt, the negative prompt, and a line of
 * fields. Source: modules/infotext_utils.py.
 */
import { endOfQuoted, fieldOf, type Origin, type OriginField, toFields, toOrigin } from "../origin.ts";
import { commentKeywords, firstRead, type Generator, textsNamed } from "./generator.ts";

const name = "AUTOMATIC1111";
const negativeStart = "Negative prompt:";
const stepsField = /(?:^|,)\s*Steps:\s*\d/;
/** Fields that start a line of fields without steps, if at least two of them are there. */
const commonFields = /(?:^|,)\s*(?:Sampler|CFG scale|Seed|Model hash|Model|Size|Schedule type|Version):/g;

export const automatic1111: Generator = {
  name,
  read: (texts) => firstRead(textsNamed(texts, "parameters", ...commentKeywords), readParameters),
};

/** undefined: another format. @internal */
export function readParameters(text: string): Origin | undefined {
  const lines = text.trim().split(/\r\n|\r|\n/);
  const withSteps = lines.findLastIndex((line) => stepsField.test(line));
  const last = withSteps >= 0 ? withSteps : lines.findLastIndex((line) => [...line.matchAll(commonFields)].length >= 2);
  if (last < 0) return undefined;
  const fields = readFields(lines.slice(last).join(", "));
  const negative = lines.findIndex((line, index) => index < last && line.trim().startsWith(negativeStart));
  const prompt = lines.slice(0, negative < 0 ? last : negative).join("\n");
  const negativePrompt = negative < 0 ? "" : lines.slice(negative, last).join("\n").trim().slice(negativeStart.length);
  return toOrigin({
    tool: toolOf(fields),
    model: fieldOf({ fields }, "model"),
    prompt,
    negativePrompt,
    fields: fields.filter(([one]) => one !== "Model"),
  });
}

/** Programs that write the same format name themselves in `App` or before their version. */
function toolOf(fields: readonly OriginField[]): string {
  const app = fieldOf({ fields }, "app");
  const version = fieldOf({ fields }, "version") ?? "";
  const named = ["ComfyUI", "Fooocus", "InvokeAI", "stable-diffusion.cpp"].find((one) => version.startsWith(one));
  // Forge writes its own version before that of AUTOMATIC1111: `f2.0.1v1.10.1`.
  return app ?? named ?? (/^f\d/.test(version) ? "Forge" : name);
}

/** `Name: value, Name: "a value, with commas", Name: {"a": "JSON object", "or": ["a list"]}`. */
function readFields(text: string): OriginField[] {
  const found: [string, string][] = [];
  let offset = 0;
  while (offset < text.length && found.length < 200) {
    const colon = text.indexOf(":", offset);
    if (colon < 0) break;
    const field = text.slice(offset, colon).trim();
    let start = colon + 1;
    while (text[start] === " ") start += 1;
    const closing = endOfValue(text, start);
    const comma = text.indexOf(",", closing < 0 ? start : closing);
    const end = comma < 0 ? text.length : comma;
    const value = text.slice(start, end).trim();
    found.push([field, closing < 0 || text[start] !== '"' ? value : unquote(value)]);
    offset = end + 1;
  }
  return toFields(found);
}

/** Offset of the last character of a quoted text, a JSON object or a list; -1: another value, or it does not end. */
function endOfValue(text: string, start: number): number {
  if (text[start] === '"') return endOfQuoted(text, start);
  if (text[start] !== "{" && text[start] !== "[") return -1;
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') {
      index = endOfQuoted(text, index);
      if (index < 0) return -1;
    } else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth === 0) return index;
    }
  }
  return -1;
}

function unquote(value: string): string {
  try {
    return String(JSON.parse(value));
  } catch {
    return value;
  }
}
