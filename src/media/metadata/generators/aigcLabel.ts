/**
 * Reads the label that China requires of generators: JSON in a text `AIGC`, in a comment, or in XMP. Source: GB 45438-2025, 6.2 and Annex E.
 */
import { type Origin, parseObject, toObject, toOrigin, toText } from "../origin.ts";
import { commentKeywords, firstRead, type Generator, textsNamed } from "./generator.ts";

const name = "AIGC";

export const aigcLabel: Generator = {
  name,
  read: (texts) =>
    firstRead(textsNamed(texts, name.toLowerCase()), (text) => {
      const label = parseObject(text);
      return readLabel(inner(label) ?? label);
    }) ?? firstRead(textsNamed(texts, ...commentKeywords), (text) => readLabel(inner(parseObject(text)))),
};

/** Most programs name the object a second time, some in lower case. */
function inner(object: Readonly<Record<string, unknown>> | undefined): Readonly<Record<string, unknown>> | undefined {
  return toObject(object?.AIGC ?? object?.aigc);
}

function readLabel(label: Readonly<Record<string, unknown>> | undefined): Origin | undefined {
  const stated = label?.Label;
  const written = typeof stated === "number" ? String(stated) : toText(stated);
  if (label === undefined || written === undefined) return undefined;
  const producer = toText(label.ContentProducer);
  // A code of the company, which says no name: its form, its number in the registry, and one of the service.
  const isCode = producer === undefined || /^\d{3}[\dA-Z]{10,}$/.test(producer);
  const origin = toOrigin({
    tool: isCode ? undefined : producer,
    model: undefined,
    prompt: undefined,
    negativePrompt: undefined,
    fields: Object.entries(label),
  });
  // 2 and 3 say that it may be generated.
  return { ...origin, isByGenerator: !["2", "3"].includes(written) };
}
