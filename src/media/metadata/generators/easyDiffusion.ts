/**
 * Reads the fields of Easy Diffusion: a text for each in PNG, and a JSON object in the comment of JPEG and WebP, under the names of its requests or
 * as it displays them. Source: easydiffusion/utils/save_utils.py.
 */
import { parseObject, toOrigin } from "../origin.ts";
import { commentKeywords, firstRead, type Generator, textsNamed } from "./generator.ts";

const name = "Easy Diffusion";

/** Both names of the fields that are not kept under their own. */
const known = {
  prompt: ["prompt", "Prompt"],
  negative: ["negative_prompt", "Negative Prompt"],
  model: ["use_stable_diffusion_model", "Stable Diffusion model"],
} as const;

export const easyDiffusion: Generator = {
  name,
  read(texts) {
    const inTexts = new Map<string, unknown>(texts.map(({ keyword, text }) => [keyword, text]));
    return (
      readFields(inTexts) ??
      firstRead(textsNamed(texts, ...commentKeywords), (text) => readFields(new Map(Object.entries(parseObject(text) ?? {}))))
    );
  },
};

function readFields(values: ReadonlyMap<string, unknown>) {
  const [prompt, negative, model] = [known.prompt, known.negative, known.model].map((names) =>
    names.map((one) => values.get(one)).find(Boolean),
  );
  if (model === undefined || prompt === undefined) return undefined;
  const read: readonly string[] = Object.values(known).flat();
  return toOrigin({
    tool: name,
    // The path of a file.
    model: String(model).replace(/^.*[\\/]/, ""),
    prompt,
    negativePrompt: negative,
    fields: [...values].filter(([key, value]) => !read.includes(key) && value !== "None" && value !== "[]"),
  });
}
