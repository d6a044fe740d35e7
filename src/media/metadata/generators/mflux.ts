/** Reads the JSON that mflux writes as Exif comment. Source: mflux, src/mflux/utils/generated_image.py. */
import { type Origin, parseObject, toOrigin } from "../origin.ts";
import { commentKeywords, firstRead, type Generator, textsNamed } from "./generator.ts";

const name = "mflux";

export const mflux: Generator = {
  name,
  read: (texts) => firstRead(textsNamed(texts, ...commentKeywords), readMflux),
};

function readMflux(text: string): Origin | undefined {
  const { mflux_version, model, prompt, negative_prompt, ...others } = parseObject(text) ?? {};
  if (mflux_version === undefined) return undefined;
  return toOrigin({
    tool: `${name} ${String(mflux_version)}`,
    model,
    prompt,
    negativePrompt: negative_prompt,
    fields: Object.entries(others),
  });
}
