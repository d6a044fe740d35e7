/**
 * Reads the metadata that InvokeAI writes: `invokeai_metadata` since version 3, `sd-metadata` before. Source:
 * invokeai/app/invocations/metadata.py.
 */
import { type Origin, parseObject, toFields, toObject, toText } from "../origin.ts";

const read = new Set(["positive_prompt", "negative_prompt", "model"]);

/** undefined: another format. */
export function readInvokeAi(text: string): Origin | undefined {
  const metadata = parseObject(text);
  if (metadata === undefined) return undefined;
  const image = toObject(metadata.image) ?? {};
  const model = toObject(metadata.model);
  const prompt = toText(metadata.positive_prompt) ?? readOldPrompt(image.prompt);
  if (prompt === undefined && model === undefined && metadata.generation_mode === undefined) return undefined;
  const version = toText(metadata.app_version);
  return {
    tool: version === undefined ? "InvokeAI" : `InvokeAI ${version}`,
    model: toText(model?.name) ?? toText(model?.model_name) ?? toText(metadata.model_weights) ?? toText(metadata.model),
    kind: "image",
    prompt,
    negativePrompt: toText(metadata.negative_prompt),
    digitalSourceType: undefined,
    request: undefined,
    fields: toFields([...Object.entries(metadata), ...Object.entries(image)].filter(([name]) => !read.has(name))),
  };
}

/** A text, or a list of texts with weights. */
function readOldPrompt(prompt: unknown): string | undefined {
  if (!Array.isArray(prompt)) return toText(prompt);
  return toText(prompt.map((part: unknown) => toText(toObject(part)?.prompt) ?? "").join(" "));
}
