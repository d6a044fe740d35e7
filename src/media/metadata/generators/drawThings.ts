/** Reads the JSON that Draw Things writes as `exif:UserComment`, in XMP or Exif. Its names are short: `c` is the prompt, `uc` the negative one. */
import { type Origin, parseObject, toOrigin } from "../origin.ts";
import { commentKeywords, firstRead, type Generator, textsNamed } from "./generator.ts";

const name = "Draw Things";

export const drawThings: Generator = {
  name,
  read: (texts) => firstRead(textsNamed(texts, ...commentKeywords), readDrawThings),
};

function readDrawThings(text: string): Origin | undefined {
  const { c, uc, model, ...others } = parseObject(text) ?? {};
  if (typeof c !== "string" || (model === undefined && others.sampler === undefined)) return undefined;
  return toOrigin({
    tool: name,
    model,
    prompt: c,
    negativePrompt: uc,
    fields: Object.entries(others),
  });
}
