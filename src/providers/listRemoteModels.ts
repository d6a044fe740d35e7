import * as z from "zod/mini";
import { readAmount } from "../contract/amount.ts";
import type { RemoteConfiguration } from "../contract/configuration.ts";
import type { Kind } from "../contract/kind.ts";
import { kindOfName } from "../contract/kindOfName.ts";
import type { Capabilities, InputPart } from "../contract/models.ts";
import type { EngineDescription } from "./engines/engine.ts";
import type { Price, ProviderModel } from "./provider.ts";
import { errorOfStatus, ProviderError } from "./providerError.ts";

export interface ListOptions {
  name: string;
  type: RemoteConfiguration["type"];
  /** Of an engine; see EngineDescription. */
  modelList: EngineDescription["modelList"] | undefined;
  /** Without a trailing slash. */
  baseURL: string;
  apiKey: string | undefined;
  fetch: typeof globalThis.fetch;
  signal: AbortSignal;
}

/** The fields other than `id` are OpenRouter's; other servers with this format leave them out. */
const openaiSchema = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      created: z.nullish(z.number()),
      context_length: z.nullish(z.number()),
      architecture: z.nullish(
        z.object({ input_modalities: z.nullish(z.array(z.string())), output_modalities: z.nullish(z.array(z.string())) }),
      ),
      pricing: z.nullish(z.object({ prompt: z.unknown(), completion: z.unknown() })),
      supported_parameters: z.nullish(z.array(z.string())),
    }),
  ),
});
/** AUTOMATIC1111's. */
const checkpointsSchema = z.array(z.object({ model_name: z.string() }));
const anthropicSchema = z.object({ data: z.array(z.object({ id: z.string(), created_at: z.nullish(z.string()) })) });
const googleSchema = z.object({
  models: z.array(
    z.object({
      name: z.string(),
      inputTokenLimit: z.nullish(z.number()),
      supportedGenerationMethods: z.nullish(z.array(z.string())),
    }),
  ),
});

/** Models that generate none of our kinds. */
const otherModels = /embed|whisper|transcri|moderation|rerank|realtime|guard|-ocr|davinci-002|babbage/i;

/** Requests the list of a provider's models. Rejects with a ProviderError, or what `fetch` throws. */
export async function listRemoteModels(options: ListOptions): Promise<ProviderModel[]> {
  switch (options.type) {
    case "openai":
      return readOpenaiModels(await getJson(options, "/models", bearer(options.apiKey))).map(withOpenaiTools);
    case "openai-compatible":
      if (options.modelList === "checkpoints") {
        return readCheckpoints(await getJson(options, "/sd-models", bearer(options.apiKey)));
      }
      return readOpenaiModels(await getJson(options, "/models", bearer(options.apiKey)));
    case "anthropic":
      return readAnthropicModels(
        await getJson(options, "/models?limit=1000", { "anthropic-version": "2023-06-01", ...header("x-api-key", options.apiKey) }),
      );
    case "google":
      return readGoogleModels(await getJson(options, "/models?pageSize=1000", header("x-goog-api-key", options.apiKey)));
    case "ai-sdk":
      return [];
  }
}

const header = (name: string, value: string | undefined) => (value === undefined ? {} : { [name]: value });
const bearer = (key: string | undefined) => header("authorization", key === undefined ? undefined : `Bearer ${key}`);

async function getJson({ name, baseURL, fetch, signal }: ListOptions, path: string, headers: Record<string, string>): Promise<unknown> {
  const answer = await fetch(`${baseURL}${path}`, { headers: { accept: "application/json", ...headers }, signal });
  if (!answer.ok) {
    await answer.body?.cancel();
    throw errorOfStatus(name, answer.status, "");
  }
  try {
    return await answer.json();
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new ProviderError({ code: "api_error", acceptance: "refused", message: `${name} lists no models.` });
    throw error;
  }
}

function readCheckpoints(json: unknown): ProviderModel[] {
  return (checkpointsSchema.safeParse(json).data ?? []).map(({ model_name: id }) => describe(id, ["image"]));
}

function readOpenaiModels(json: unknown): ProviderModel[] {
  return (openaiSchema.safeParse(json).data?.data ?? [])
    .filter((model) => !otherModels.test(model.id))
    .map((model) => {
      const { architecture, pricing, supported_parameters: parameters } = model;
      const input = architecture?.input_modalities?.flatMap((modality) => partOfModality(modality) ?? []);
      const capabilities: Capabilities = {
        ...(input ? { input } : {}),
        ...(model.context_length ? { context: model.context_length } : {}),
        ...(parameters
          ? { tools: ["web_search" as const, "image_generation" as const, ...(parameters.includes("tools") ? ["function" as const] : [])] }
          : {}),
      };
      return describe(model.id, kindsOfModalities(model.id, architecture?.output_modalities ?? undefined), {
        created: model.created ?? undefined,
        capabilities,
        price: pricing ? priceOf(perMillion(pricing.prompt), perMillion(pricing.completion)) : undefined,
      });
    });
}

const allTools: Capabilities["tools"] = ["web_search", "image_generation", "function"];

/** OpenAI only lists names. These families support vision, search and function calls; nothing is known of the others. */
function withOpenaiTools(model: ProviderModel): ProviderModel {
  const isKnown = /^(?:gpt-(?:4o|4\.1|[5-9])|o[1-9])/.test(model.id) && !/chat|search|audio|realtime/.test(model.id);
  if (!isKnown || !model.kinds.includes("text")) return model;
  return { ...model, capabilities: { input: ["file", "image"], tools: allTools, ...model.capabilities } };
}

function readAnthropicModels(json: unknown): ProviderModel[] {
  return (anthropicSchema.safeParse(json).data?.data ?? []).map(({ id, created_at }) => {
    const created = Date.parse(created_at ?? "");
    return describe(id, ["text"], {
      created: Number.isNaN(created) ? undefined : Math.floor(created / 1000),
      capabilities: { input: ["file", "image"], tools: allTools },
    });
  });
}

function readGoogleModels(json: unknown): ProviderModel[] {
  return (googleSchema.safeParse(json).data?.models ?? [])
    .map((model) => ({ ...model, id: model.name.replace(/^models\//, "") }))
    .filter(({ id }) => !otherModels.test(id))
    .flatMap(({ id, inputTokenLimit, supportedGenerationMethods: methods }) => {
      const kinds = kindsOfGoogleModel(id, methods ?? []);
      const capabilities: Capabilities = {
        ...(inputTokenLimit ? { context: inputTokenLimit } : {}),
        ...(/^gemini-/.test(id) && kinds.join() === "text" ? { input: ["file", "image", "audio", "video"], tools: allTools } : {}),
      };
      return kinds.length === 0 ? [] : describe(id, kinds, { capabilities });
    });
}

function kindsOfGoogleModel(id: string, methods: readonly string[]): Kind[] {
  if (methods.includes("predictLongRunning")) return ["video"];
  if (methods.includes("predict")) return ["image"];
  if (!methods.includes("generateContent")) return [];
  if (/tts/.test(id)) return ["audio"];
  return /image/.test(id) ? ["text", "image"] : ["text"];
}

export function describe(id: string, kinds: readonly Kind[], facts: Partial<ProviderModel> = {}): ProviderModel {
  return { id, kinds, created: undefined, capabilities: {}, price: undefined, fallback: [], ...facts };
}

function kindsOfModalities(id: string, modalities: readonly string[] | undefined): Kind[] {
  const reported = (["text", "image", "audio", "video"] as const).filter((kind) => modalities?.includes(kind));
  return reported.length > 0 ? reported : [kindOfName(id) ?? "text"];
}

function partOfModality(modality: string): InputPart | undefined {
  return modality === "file" || modality === "image" || modality === "audio" || modality === "video" ? modality : undefined;
}

/** OpenRouter reports the price of one token as text. */
function perMillion(price: unknown): number | undefined {
  return readAmount((readAmount(price) ?? Number.NaN) * 1e6);
}

function priceOf(input: number | undefined, output: number | undefined): Price | undefined {
  return input === undefined && output === undefined ? undefined : { input, output };
}
