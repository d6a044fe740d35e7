/** Reads the `parameters` that AUTOMATIC1111's web interface and many later programs write. Source: modules/infotext_utils.py. */
import { endOfQuoted, fieldOf, type Origin, type OriginField, toFields } from "../origin.ts";

const negativeStart = "Negative prompt:";
const firstField = /^Steps: \d+/;

/** undefined: another format. */
export function readParameters(text: string): Origin | undefined {
  const lines = text.trim().split(/\r?\n/);
  const last = lines.findLastIndex((line) => firstField.test(line.trim()));
  if (last < 0) return undefined;
  const fields = readFields(lines.slice(last).join(", "));
  const negative = lines.findIndex((line, index) => index < last && line.trim().startsWith(negativeStart));
  const prompt = lines
    .slice(0, negative < 0 ? last : negative)
    .join("\n")
    .trim();
  const negativePrompt = negative < 0 ? "" : lines.slice(negative, last).join("\n").trim().slice(negativeStart.length).trim();
  const model = fieldOf({ fields }, "model");
  return {
    tool: fieldOf({ fields }, "version")?.startsWith("ComfyUI") ? "ComfyUI" : "AUTOMATIC1111",
    model,
    kind: "image",
    prompt: prompt === "" ? undefined : prompt,
    negativePrompt: negativePrompt === "" ? undefined : negativePrompt,
    digitalSourceType: undefined,
    request: undefined,
    fields: fields.filter(([name]) => name !== "Model"),
  };
}

/** `Name: value, Name: "a value, with commas"`. */
function readFields(text: string): OriginField[] {
  const found: [string, string][] = [];
  let offset = 0;
  while (offset < text.length && found.length < 200) {
    const colon = text.indexOf(":", offset);
    if (colon < 0) break;
    const name = text.slice(offset, colon).trim();
    let start = colon + 1;
    while (text[start] === " ") start += 1;
    const closing = text[start] === '"' ? endOfQuoted(text, start) : -1;
    const comma = text.indexOf(",", closing < 0 ? start : closing);
    const end = comma < 0 ? text.length : comma;
    const value = text.slice(start, end).trim();
    found.push([name, closing < 0 ? value : unquote(value)]);
    offset = end + 1;
  }
  return toFields(found);
}

function unquote(value: string): string {
  try {
    return String(JSON.parse(value));
  } catch {
    return value;
  }
}
