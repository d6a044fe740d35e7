/**
 * Reads the metadata of InvokeAI: `invokeai_metadata` since version 3, `sd-metadata` and the command `Dream` before. Source:
 * invokeai/app/invocations/metadata.py; version 2.3, ldm/invoke/args.py.
 */
import { type Origin, type OriginField, parseObject, toObject, toOrigin, toText } from "../origin.ts";
import { firstRead, type Generator, textsNamed } from "./generator.ts";

const name = "InvokeAI";
const read = new Set(["positive_prompt", "negative_prompt", "model", "image", "prompt"]);

export const invokeAi: Generator = {
  name,
  read: (texts) =>
    firstRead(textsNamed(texts, "invokeai_metadata", "sd-metadata"), readMetadata) ?? firstRead(textsNamed(texts, "dream"), readCommand),
};

/** undefined: another format. */
function readMetadata(text: string): Origin | undefined {
  const metadata = parseObject(text);
  if (metadata === undefined) return undefined;
  const image = toObject(metadata.image) ?? toObject(Array.isArray(metadata.images) ? metadata.images[0] : undefined) ?? {};
  const model = toObject(metadata.model);
  const old = divide(readOldPrompt(image.prompt));
  const prompt = toText(metadata.positive_prompt) ?? old.prompt;
  if (prompt === undefined && model === undefined && metadata.generation_mode === undefined) return undefined;
  const version = toText(metadata.app_version);
  const names = [model?.name, model?.model_name, metadata.model_weights, metadata.model];
  return toOrigin({
    tool: version === undefined ? name : `${name} ${version}`,
    model: names.map(toText).find((one) => one !== undefined),
    prompt,
    negativePrompt: toText(metadata.negative_prompt) ?? old.negativePrompt,
    fields: [...Object.entries(metadata), ...Object.entries(image)].filter(([key]) => !read.has(key)),
  });
}

/** A text, or a list of texts with weights. */
function readOldPrompt(prompt: unknown): string | undefined {
  if (!Array.isArray(prompt)) return toText(prompt);
  return toText(prompt.map((part: unknown) => toText(toObject(part)?.prompt) ?? toText(part) ?? "").join(" "));
}

/** Until version 3, the negative prompt was in brackets within the prompt. */
function divide(text: string | undefined): Pick<Origin, "prompt" | "negativePrompt"> {
  const negative = [...(text ?? "").matchAll(/\[([^[\]]*)\]/g)].map(([, words = ""]) => words.trim());
  return {
    prompt: toText(text?.replace(/\[[^[\]]*\]/g, "")) ?? text,
    negativePrompt: toText(negative.join(", ")),
  };
}

const optionNames: Readonly<Record<string, string>> = {
  s: "steps",
  S: "seed",
  W: "width",
  H: "height",
  C: "cfg_scale",
  A: "sampler",
  f: "strength",
  G: "gfpgan_strength",
  U: "upscale",
};

/** `"a red fox" -s 50 -S 42 -W 512 -H 512 -C 7.5 -A k_lms` */
function readCommand(text: string): Origin | undefined {
  const found = /^\s*"((?:[^"\\]|\\.)*)"(.*)$/s.exec(text);
  if (found === null) return undefined;
  const [, prompt = "", options = ""] = found;
  const fields = [...options.matchAll(/(?:^|\s)--?([A-Za-z]\w*)[ =]?(-?[^\s-]\S*)?/g)].flatMap(([, key = "", value]): OriginField[] => {
    // A value may follow its letter directly: `-s50`.
    const joined = /^([A-Za-z])(\d\S*)$/.exec(key);
    const [letter, given] = joined === null ? [key, value] : [joined[1] ?? "", joined[2]];
    return given === undefined ? [] : [[optionNames[letter] ?? letter, given]];
  });
  const { prompt: positive, negativePrompt } = divide(prompt.replace(/\\(.)/g, "$1"));
  return toOrigin({ tool: name, model: undefined, prompt: positive, negativePrompt, fields });
}
