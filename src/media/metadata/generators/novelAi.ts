/**
 * Reads the texts of NovelAI: `Software`, `Source` (the model), `Description` (the prompt) and `Comment` (JSON). In WebP, the Exif comment is
 * an object of these texts.
 */
import type { MetadataText } from "../container.ts";
import { type Origin, parseObject, toObject, toOrigin, toText } from "../origin.ts";
import { commentKeywords, type Generator, textsNamed } from "./generator.ts";

const name = "NovelAI";

export const novelAi: Generator = {
  name,
  read(texts) {
    const objects = textsNamed(texts, ...commentKeywords).map(parseObject);
    const nested = objects.find((one) => one?.Comment !== undefined);
    const own = nested === undefined ? texts : textsOf(nested);
    const [software] = textsNamed(own, "software");
    const comment =
      nested === undefined ? objects.find((one) => one?.uc !== undefined || one?.sampler !== undefined) : toObjectOrJson(nested.Comment);
    if (software?.startsWith(name) !== true) return undefined;
    return toNovelAi(textsNamed(own, "source")[0], textsNamed(own, "description")[0], comment ?? {});
  },
};

function textsOf(object: Readonly<Record<string, unknown>>): MetadataText[] {
  return Object.entries(object).flatMap(([keyword, value]) => (typeof value === "string" ? [{ keyword, text: value }] : []));
}

function toObjectOrJson(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "string" ? parseObject(value) : toObject(value);
}

function toNovelAi(source: string | undefined, description: string | undefined, comment: Readonly<Record<string, unknown>>): Origin {
  const { prompt, uc, ...others } = comment;
  return toOrigin({
    tool: name,
    // The name, and a hash of eight hexadecimal digits.
    model: source?.replace(/ [0-9A-F]{8}$/, ""),
    prompt: toText(prompt) ?? captionOf(comment.v4_prompt) ?? toText(description),
    negativePrompt: toText(uc) ?? captionOf(comment.v4_negative_prompt),
    fields: Object.entries(others),
  });
}

function captionOf(value: unknown): string | undefined {
  return toText(toObject(toObject(value)?.caption)?.base_caption);
}
