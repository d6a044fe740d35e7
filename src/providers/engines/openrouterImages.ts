/** OpenRouter's images. Source: OpenRouter, "Image Generation" and its Image API. */
import type { ImageModelV4 } from "@ai-sdk/provider";
import * as z from "zod/mini";
import type { Capabilities } from "../../contract/models.ts";
import { compatibleName } from "../dialects/optionNames.ts";
import { listContents } from "../files/readContent.ts";
import { type ProviderModel, toProviderModel } from "../provider.ts";
import { costIn } from "../readUsage.ts";
import type { EngineClient } from "./engineClient.ts";
import { dataUri } from "./inlineFile.ts";

const parameterSchema = z.object({
  type: z.catch(z.string(), ""),
  values: z.catch(z.nullish(z.array(z.string()).check(z.minLength(1))), undefined),
  min: z.catch(z.nullish(z.number()), undefined),
  max: z.catch(z.nullish(z.number()), undefined),
});
type Parameter = z.infer<typeof parameterSchema>;
const modelSchema = z.object({
  id: z.string(),
  created: z.catch(z.nullish(z.number()), undefined),
  supported_parameters: z.catch(z.record(z.string(), z.catch(z.nullable(parameterSchema), null)), {}),
});
const modelsSchema = z.object({ data: z.array(z.unknown()) });

/** Seeds that every generator takes. */
const seeds = { minimum: 0, maximum: 2 ** 31 - 1 };

/** Adds what OpenRouter reports of each model of images: a parameter that it does not list is refused, and not ignored. */
export async function readOpenrouterImages(
  models: readonly ProviderModel[],
  client: EngineClient,
  signal: AbortSignal,
): Promise<ProviderModel[]> {
  const { data } = await client.get("images/models", modelsSchema, signal);
  const listed = data.flatMap((entry) => modelSchema.safeParse(entry).data ?? []);
  const reported = new Map(listed.map((model) => [model.id, capabilitiesOf(model.supported_parameters)]));
  const known = new Set(models.map(({ id }) => id));
  const added = listed
    .filter(({ id }) => !known.has(id))
    .map(({ id, created }) => toProviderModel(id, ["image"], { created: created ?? undefined }));
  return [...models, ...added].map((model) => {
    const capabilities = reported.get(model.id);
    return capabilities ? { ...model, capabilities: { ...model.capabilities, ...capabilities } } : model;
  });
}

function capabilitiesOf(parameters: Readonly<Record<string, Parameter | null>>): Capabilities {
  const listOf = (name: string) => parameters[name]?.values ?? [];
  const list = (name: string) => (listOf(name).length > 0 ? { [name]: listOf(name) } : {});
  const range = (name: string, usual?: { minimum: number; maximum: number }) => {
    const { min, max } = parameters[name] ?? {};
    if (parameters[name] === undefined) return undefined;
    return typeof min === "number" && typeof max === "number" && max > min ? { minimum: min, maximum: max } : usual;
  };
  const [n, seed, references] = [range("n"), range("seed", seeds), parameters.input_references];
  const size = [...listOf("resolution"), ...listOf("size")];
  return {
    ...(size.length > 0 ? { size } : {}),
    ...list("aspect_ratio"),
    ...list("quality"),
    ...list("background"),
    ...list("output_format"),
    ...(n ? { n } : {}),
    ...(seed ? { seed } : {}),
    ...(references === undefined ? { image: 0 } : typeof references?.max === "number" ? { image: references.max } : {}),
  };
}

const count = z.catch(z.nullish(z.number()), undefined);
const usageSchema = z.catch(z.nullish(z.looseObject({ prompt_tokens: count, completion_tokens: count, total_tokens: count })), undefined);
const imagesSchema = z.looseObject({ usage: usageSchema });

export function openrouterImageModel(client: EngineClient, modelId: string): ImageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "openrouter",
    modelId,
    maxImagesPerCall: undefined,
    async doGenerate({ prompt = "", n, size, files = [], providerOptions, abortSignal }) {
      const { size: named, ...options } = providerOptions[compatibleName] ?? {};
      const body = {
        model: modelId,
        prompt,
        ...options,
        ...(n > 1 ? { n } : {}),
        ...(size ? { size } : {}),
        // A named size is a resolution, e.g. `2K`.
        ...(typeof named === "string" ? { resolution: named.toUpperCase() } : {}),
        ...(files.length > 0 ? { input_references: files.map((file) => ({ type: "image_url", image_url: { url: dataUri(file) } })) } : {}),
      };
      const answer = await client.post("images", body, imagesSchema, abortSignal);
      const { prompt_tokens: input, completion_tokens: output, total_tokens: total, ...more } = answer.usage ?? {};
      const cost = costIn(more);
      const tokens = { inputTokens: input ?? undefined, outputTokens: output ?? undefined, totalTokens: total ?? undefined };
      return {
        images: listContents(answer),
        warnings: [],
        // The dialect reads the cost.
        usage: { ...tokens, ...(cost === undefined ? {} : { cost }) },
        response: { timestamp: new Date(), modelId, headers: undefined },
      };
    },
  };
}
