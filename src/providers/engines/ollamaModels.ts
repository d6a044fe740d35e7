/** What Ollama reports about its models. Source: Ollama, "API": `/api/tags`, `/api/show` and `/api/ps`. */
import * as z from "zod/mini";
import type { Capabilities } from "../../contract/models.ts";
import { reasoningEfforts } from "../../contract/reasoningEffort.ts";
import type { ProviderModel } from "../provider.ts";
import type { EngineClient } from "./engineClient.ts";

const tagsSchema = z.object({ models: z.nullable(z.array(z.unknown())) });
const tagSchema = z.object({ name: z.string(), digest: z.catch(z.nullish(z.string()), undefined) });
const shownSchema = z.object({
  capabilities: z.catch(z.nullish(z.array(z.string())), undefined),
  model_info: z.catch(z.nullish(z.record(z.string(), z.unknown())), undefined),
});
/** The context is the one that the model was loaded with, which is smaller than the model's own by default. */
const loadedSchema = z.object({
  name: z.string(),
  context_length: z.catch(z.optional(z.number()), undefined),
  expires_at: z.catch(z.optional(z.string()), undefined),
});
const runningSchema = z.object({ models: z.nullish(z.array(z.unknown())) });
type Loaded = ReadonlyMap<string, z.infer<typeof loadedSchema>>;
type Shown = z.infer<typeof shownSchema>;

/** The name with the tag, which a request may leave out. */
export const taggedName = (model: string) => (/:[^/]+$/.test(model) ? model : `${model}:latest`);

/** How many requests are sent at the same time. */
const simultaneous = 4;

/** The details of each version of a model are requested once. */
export function createOllamaReader(): (
  models: readonly ProviderModel[],
  client: EngineClient,
  signal: AbortSignal,
) => Promise<ProviderModel[]> {
  const known = new Map<string, Shown>();
  return async (models, client, signal) => {
    const tags = await client.get("../api/tags", tagsSchema, signal);
    const listed = (tags.models ?? []).flatMap((model) => tagSchema.safeParse(model).data ?? []);
    const versions = new Map(listed.map(({ name, digest }) => [name, `${name} ${digest ?? ""}`]));
    await showAll(
      [...versions].filter(([, version]) => !known.has(version)),
      known,
      client,
      signal,
    );
    const loaded = await readLoaded(client, signal);
    return models.flatMap((model) => describe(model, known.get(versions.get(taggedName(model.id)) ?? ""), loaded));
  };
}

/** undefined: this version does not report it. */
async function readLoaded(client: EngineClient, signal: AbortSignal): Promise<Loaded | undefined> {
  try {
    const { models } = await client.get("../api/ps", runningSchema, signal);
    const read = (models ?? []).flatMap((model) => loadedSchema.safeParse(model).data ?? []);
    return new Map(read.map((model) => [model.name, model]));
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

/** A model whose details cannot be read, for example because its file is broken, hides no other. Rejects if none can be read. */
async function showAll(waiting: [string, string][], known: Map<string, Shown>, client: EngineClient, signal: AbortSignal): Promise<void> {
  const asked = waiting.length;
  const errors: unknown[] = [];
  const askNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [model, version] = next;
      try {
        known.set(version, await client.post("../api/show", { model }, shownSchema, signal));
      } catch (error) {
        signal.throwIfAborted();
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: simultaneous }, askNext));
  if (errors.length > 0 && errors.length === asked && known.size === 0) throw errors[0];
}

/** A model that only creates embeddings generates nothing. */
function describe(listed: ProviderModel, shown: Shown | undefined, loaded: Loaded | undefined): ProviderModel[] {
  const name = taggedName(listed.id);
  const until = Date.parse(loaded?.get(name)?.expires_at ?? "");
  const model = loaded ? { ...listed, isLoaded: loaded.has(name), ...(Number.isNaN(until) ? {} : { loadedUntil: until }) } : listed;
  const reported = shown?.capabilities;
  if (!shown || !reported) return [model];
  const isText = reported.includes("completion");
  const isImage = reported.includes("image");
  if (!isText && !isImage) return [];
  const own = Object.entries(shown.model_info ?? {}).find(([name]) => name.endsWith(".context_length"))?.[1];
  const context = loaded?.get(name)?.context_length ?? own;
  const capabilities: Capabilities = {
    ...(isText
      ? {
          input: ["file", ...(reported.includes("vision") ? (["image"] as const) : [])],
          tools: reported.includes("tools") ? ["image_generation", "function"] : [],
          effort: reported.includes("thinking") ? [...reasoningEfforts] : [],
        }
      : {}),
    ...(typeof context === "number" ? { context } : {}),
  };
  return [
    {
      ...model,
      kinds: [...(isText ? (["text"] as const) : []), ...(isImage ? (["image"] as const) : [])],
      capabilities: { ...model.capabilities, ...capabilities },
    },
  ];
}
