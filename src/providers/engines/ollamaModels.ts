/** What Ollama reports about its models. Source: Ollama, "API": `/api/tags` and `/api/show`. */
import * as z from "zod/mini";
import type { Capabilities } from "../../contract/models.ts";
import { reasoningEfforts } from "../../contract/reasoningEffort.ts";
import type { ProviderModel } from "../provider.ts";
import type { EngineClient } from "./engineClient.ts";

const tagsSchema = z.object({ models: z.array(z.object({ name: z.string(), digest: z.nullish(z.string()) })) });
const shownSchema = z.object({
  capabilities: z.optional(z.array(z.string())),
  model_info: z.optional(z.record(z.string(), z.unknown())),
});
type Shown = z.infer<typeof shownSchema>;

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
    const versions = new Map(tags.models.map(({ name, digest }) => [name, `${name} ${digest ?? ""}`]));
    await showAll(
      [...versions].filter(([, version]) => !known.has(version)),
      known,
      client,
      signal,
    );
    return models.flatMap((model) => describe(model, known.get(versions.get(model.id) ?? "")));
  };
}

async function showAll(waiting: [string, string][], known: Map<string, Shown>, client: EngineClient, signal: AbortSignal): Promise<void> {
  const askNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [model, version] = next;
      known.set(version, await client.post("../api/show", { model }, shownSchema, signal));
    }
  };
  await Promise.all(Array.from({ length: simultaneous }, askNext));
}

/** A model that only creates embeddings generates nothing. */
function describe(model: ProviderModel, shown: Shown | undefined): ProviderModel[] {
  const reported = shown?.capabilities;
  if (!shown || !reported) return [model];
  const isText = reported.includes("completion");
  const isImage = reported.includes("image");
  if (!isText && !isImage) return [];
  const context = Object.entries(shown.model_info ?? {}).find(([name]) => name.endsWith(".context_length"))?.[1];
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
