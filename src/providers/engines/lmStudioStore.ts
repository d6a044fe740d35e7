/** LM Studio's models: what is loaded, downloads, unloading. Source: LM Studio, "REST API v1": `/api/v1/models` and below. */
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import type { Capabilities } from "../../contract/models.ts";
import { readErrorReason } from "../errorReason.ts";
import type { ProviderModel } from "../provider.ts";
import { EngineError } from "../providerError.ts";
import type { EngineClient } from "./engineClient.ts";
import { stateOfJob } from "./jobStatus.ts";
import type { ModelStore } from "./modelStore.ts";

const count = z.catch(z.optional(z.number()), undefined);
const flag = z.catch(z.optional(z.boolean()), undefined);
const instanceSchema = z.object({ id: z.string(), config: z.catch(z.optional(z.object({ context_length: count })), undefined) });
const modelSchema = z.object({
  key: z.string(),
  type: z.catch(z.optional(z.string()), undefined),
  max_context_length: count,
  capabilities: z.catch(z.optional(z.object({ vision: flag, trained_for_tool_use: flag })), undefined),
  loaded_instances: z.catch(z.array(instanceSchema), []),
});
type StoredModel = z.infer<typeof modelSchema>;
const listSchema = z.object({ models: z.array(z.unknown()) });
const jobSchema = z.looseObject({ job_id: z.optional(z.string()), status: z.string(), total_size_bytes: count, downloaded_bytes: count });

/** Milliseconds between two polls of a download: at first, and at most. */
const firstPoll = 100;
const longestPoll = 1_000;
/** How many polls in a row may fail before the download counts as failed. */
const tolerated = 5;

export const lmStudioStore: ModelStore = {
  name: "lmstudio",
  createReader: () => async (models, client, signal) => {
    const stored = await listStored(client, signal);
    return models.flatMap((model) => {
      const found = stored.find(({ key, loaded_instances }) => key === model.id || loaded_instances.some(({ id }) => id === model.id));
      return found ? describe(model, found) : [model];
    });
  },
  async pull(client, model, onProgress, signal) {
    const before = new Set((await listStored(client, signal)).map(({ key }) => key));
    let job = await client.post("../api/v1/models/download", { model }, jobSchema, signal);
    const id = job.job_id;
    let errors = 0;
    for (let wait = firstPoll; !isDownloaded(job); ) {
      const reason = readErrorReason(job.error ?? job.message).message;
      if (stateOfJob(job.status) === "ended") throw new EngineError(reason || "the download failed.");
      if (id === undefined) throw new EngineError(reason || "its answer cannot be read.");
      onProgress({ status: job.status, done: job.downloaded_bytes, total: job.total_size_bytes });
      await sleep(wait, undefined, { signal });
      wait = Math.min(wait * 1.5, longestPoll);
      const polled = await client
        .get(`../api/v1/models/download/status/${encodeURIComponent(id)}`, jobSchema, signal)
        .catch((error: unknown) => {
          errors += 1;
          if (errors > tolerated || signal.aborted) throw error;
          return undefined;
        });
      if (polled) errors = 0;
      job = polled ?? job;
    }
    // A link to Hugging Face is listed under a key that LM Studio chooses.
    const keys = (await listStored(client, signal)).map(({ key }) => key);
    return keys.includes(model) ? model : (keys.find((key) => !before.has(key)) ?? model);
  },
  async unload(client, id, signal) {
    const stored = await listStored(client, signal);
    const loaded = stored.flatMap(({ key, loaded_instances }) => loaded_instances.filter((instance) => key === id || instance.id === id));
    for (const instance of loaded) await client.post("../api/v1/models/unload", { instance_id: instance.id }, z.unknown(), signal);
  },
};

const isDownloaded = ({ status }: z.infer<typeof jobSchema>) => status === "already_downloaded" || stateOfJob(status) === "completed";

/** Entries that cannot be read are left out. */
async function listStored(client: EngineClient, signal: AbortSignal): Promise<StoredModel[]> {
  const { models } = await client.get("../api/v1/models", listSchema, signal);
  return models.flatMap((model) => modelSchema.safeParse(model).data ?? []);
}

/** A model that only creates embeddings generates nothing. */
function describe(model: ProviderModel, { type, capabilities: able, max_context_length, loaded_instances }: StoredModel): ProviderModel[] {
  if (type === "embedding") return [];
  const [instance] = loaded_instances;
  const context = instance?.config?.context_length ?? max_context_length;
  const capabilities: Capabilities = {
    ...(able?.vision === undefined ? {} : { input: ["file", ...(able.vision ? (["image"] as const) : [])] }),
    ...(able?.trained_for_tool_use === true ? { tools: ["image_generation", "function"] } : {}),
    ...(context === undefined ? {} : { context }),
  };
  return [{ ...model, isLoaded: instance !== undefined, capabilities: { ...model.capabilities, ...capabilities } }];
}
