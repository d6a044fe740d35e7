/** Reads the JSON that Draw Things writes as `exif:UserComment`, in XMP or Exif. Its names are short: `c` is the prompt, `uc` the negative one. */
import { type Origin, parseObject, toFields, toOrigin, toText } from "../origin.ts";
import { commentKeywords, firstRead, type Generator, textsNamed } from "./generator.ts";

const name = "Draw Things";

export const drawThings: Generator = {
  name,
  read: (texts) => firstRead(textsNamed(texts, ...commentKeywords), readDrawThings),
};

function readDrawThings(text: string): Origin | undefined {
  const values = parseObject(text);
  if (values === undefined || typeof values.c !== "string" || (values.model === undefined && values.sampler === undefined))
    return undefined;
  const { c, uc, model, ...others } = values;
  return toOrigin({
    tool: name,
    model: toText(model),
    prompt: toText(c),
    negativePrompt: toText(uc),
    fields: toFields(Object.entries(others)),
  });
}
