/** ComfyUI's server. Source: ComfyUI, "Server routes": `/prompt`, `/queue`, `/history`, `/interrupt`, `/upload/image`, `/view` and `/ws`. */

import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { APICallError, type ImageModelV4, type ImageModelV4CallOptions, type ImageModelV4File } from "@ai-sdk/provider";
import * as z from "zod/mini";
import { parseJson } from "../../contract/parseJson.ts";
import { present } from "../../contract/present.ts";
import type { Progress } from "../../contract/progress.ts";
import { comfyName } from "../dialects/optionNames.ts";
import { isFields, readErrorReason } from "../errorReason.ts";
import type { GenerationHooks } from "../generationHooks.ts";
import { EngineError } from "../providerError.ts";
import { type ComfyPrompt, comfyPromptSchema, readComfyProgress } from "./comfyProgress.ts";
import { fillWorkflow, type PlaceholderValues, readWorkflow } from "./comfyWorkflow.ts";
import type { EngineClient } from "./engineClient.ts";
import { sidesOf } from "./frames.ts";
import { bytesOf } from "./inlineFile.ts";

const optionsSchema = z.object({ workflow: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) });
const acceptedSchema = z.object({ prompt_id: z.string().check(z.minLength(1)) });
const uploadedSchema = z.object({ name: z.string(), subfolder: z.catch(z.string(), "") });
const fileSchema = z.object({ filename: z.string(), subfolder: z.catch(z.string(), ""), type: z.catch(z.string(), "output") });
type ComfyFile = z.infer<typeof fileSchema>;
const entrySchema = z.object({
  outputs: z.catch(z.record(z.string(), z.unknown()), {}),
  status: z.catch(z.nullish(z.object({ status_str: z.catch(z.string(), ""), messages: z.catch(z.array(z.unknown()), []) })), undefined),
});
type Entry = z.infer<typeof entrySchema>;
const historySchema = z.record(z.string(), z.unknown());
const queueSchema = z.object({ queue_running: z.array(z.unknown()), queue_pending: z.array(z.unknown()) });

/** Milliseconds between two polls: at first, and at most. */
const firstPoll = 100;
const longestPoll = 2_000;
/** How many polls in a row may fail, or not find the prompt, before the image counts as failed. */
const tolerated = 3;
/** Milliseconds that ComfyUI has to stop a prompt. */
const stopTimeLimit = 10_000;

export function comfyImageModel(client: EngineClient, modelId: string, hooks?: GenerationHooks): ImageModelV4 {
  return {
    specificationVersion: "v4",
    provider: comfyName,
    modelId,
    maxImagesPerCall: 1,
    async doGenerate(options) {
      const known = comfyPromptSchema.safeParse(hooks?.operation).data;
      const prompt = known ?? (await sendPrompt(client, options));
      if (!known) await hooks?.onAccepted(prompt);
      const made = await waitForPrompt(client, prompt, options.abortSignal, hooks);
      return {
        images: filesOf(made).map((one) => client.resolve(`view?${new URLSearchParams(one)}`)),
        warnings: [],
        response: { timestamp: new Date(), modelId, headers: undefined },
      };
    },
  };
}

/** Stops a prompt that is not needed any more. */
export const cancelComfyPrompt = (client: EngineClient, operation: unknown) => stop(client, comfyPromptSchema.parse(operation).prompt_id);

async function sendPrompt(
  client: EngineClient,
  { prompt = "", size, seed, files = [], mask, providerOptions, abortSignal }: ImageModelV4CallOptions,
): Promise<ComfyPrompt> {
  const { workflow: file, values } = optionsSchema.parse(providerOptions[comfyName]);
  const workflow = await readWorkflow(file);
  const uploads = await Promise.all(files.map((one) => upload(client, one, abortSignal)));
  const given: PlaceholderValues = {
    ...values,
    prompt,
    // ComfyUI repeats the last result for a workflow that has not changed.
    seed: seed ?? randomInt(2 ** 32),
    ...sidesOf(size),
    ...Object.fromEntries(uploads.map((name, index) => [index === 0 ? "image" : `image${index + 1}`, name])),
    ...(mask ? { mask: await upload(client, mask, abortSignal) } : {}),
  };
  const clientId = randomUUID();
  const filled = fillWorkflow(workflow, given);
  const body = { prompt: filled, client_id: clientId };
  const { prompt_id: id } = await client.post("prompt", body, acceptedSchema, abortSignal).catch(withNodeErrors);
  return { prompt_id: id, client_id: clientId, nodes: Object.keys(filled).length };
}

/** Stores an image in ComfyUI's input folder, and returns the name by which its nodes load it. */
async function upload(client: EngineClient, file: ImageModelV4File, signal: AbortSignal | undefined): Promise<string> {
  if (file.type === "url") throw new EngineError("it takes images as bytes only.");
  const form = new FormData();
  const extension = /^image\/(\w+)/.exec(file.mediaType)?.[1] ?? "png";
  form.set("image", new Blob([bytesOf(file)], { type: file.mediaType }), `generation-studio-${randomUUID()}.${extension}`);
  form.set("type", "input");
  const { name, subfolder } = await client.post("upload/image", form, uploadedSchema, signal);
  return subfolder === "" ? name : `${subfolder}/${name}`;
}

/** Adds what is wrong with which node to the reason of a refused workflow. */
function withNodeErrors(error: unknown): never {
  if (!APICallError.isInstance(error)) throw error;
  const body = parseJson(error.responseBody ?? "");
  const nodes = isFields(body) && isFields(body.node_errors) ? Object.values(body.node_errors) : [];
  const details = nodes.flatMap((node) => {
    if (!isFields(node) || !Array.isArray(node.errors)) return [];
    const reasons = node.errors.map((one: unknown) => (isFields(one) ? [one.message, one.details].filter(Boolean).join(": ") : ""));
    return [`${String(node.class_type)}: ${reasons.join(", ")}`];
  });
  const { message } = readErrorReason(body);
  const responseBody = details.length === 0 ? error.responseBody : JSON.stringify({ error: { message: [message, ...details].join("; ") } });
  const { url, requestBodyValues, statusCode, responseHeaders } = error;
  throw new APICallError({ message: "", url, requestBodyValues, ...present({ statusCode, responseHeaders, responseBody }) });
}

/** Without hooks, the prompt is stopped when its call is aborted: nothing could continue it. */
async function waitForPrompt(
  client: EngineClient,
  prompt: ComfyPrompt,
  signal: AbortSignal | undefined,
  hooks: GenerationHooks | undefined,
): Promise<Entry> {
  const { prompt_id: id } = prompt;
  let misses = 0;
  let current: Progress = {};
  let position: number | undefined;
  const report = () => hooks?.report(position === undefined ? current : { ...current, queue_position: position });
  const endProgress =
    hooks &&
    readComfyProgress(client, prompt, (progress) => {
      // Only a running prompt has progress, whatever the queue was when it was read last.
      position = undefined;
      current = { ...current, ...progress };
      report();
    });
  try {
    for (let wait = firstPoll; ; wait = Math.min(wait * 1.5, longestPoll)) {
      const state = await readState(client, id, signal).catch((error: unknown) => {
        misses += 1;
        if (misses > tolerated || signal?.aborted) throw error;
        return { type: "unreadable" as const };
      });
      if (state.type === "ended") return requireSuccess(state.entry);
      const known = position;
      position = state.type === "waiting" ? state.position : undefined;
      if (position !== known) report();
      misses = state.type === "unknown" ? misses + 1 : state.type === "unreadable" ? misses : 0;
      if (misses > tolerated) throw new EngineError("it does not know this image any more, for example because it was restarted.");
      await sleep(wait, undefined, signal ? { signal } : {});
    }
  } catch (error) {
    if (signal?.aborted && !hooks) await stop(client, id).catch(() => undefined);
    throw error;
  } finally {
    endProgress?.();
  }
}

type PromptState = { type: "ended"; entry: Entry } | { type: "waiting"; position: number } | { type: "running" | "unknown" };

async function readState(client: EngineClient, id: string, signal: AbortSignal | undefined): Promise<PromptState> {
  const history = await client.get(`history/${encodeURIComponent(id)}`, historySchema, signal);
  const entry = entrySchema.safeParse(history[id]).data;
  if (entry) return { type: "ended", entry };
  const { queue_running: running, queue_pending: pending } = await client.get("queue", queueSchema, signal);
  if (running.some((one) => isPrompt(one, id))) return { type: "running" };
  const position = pending.toSorted(byNumber).findIndex((one) => isPrompt(one, id));
  return position < 0 ? { type: "unknown" } : { type: "waiting", position: position + 1 };
}

/** The queue is not sorted: it is a heap by the entries' first value. */
function byNumber(one: unknown, other: unknown): number {
  const numberOf = (entry: unknown) => (Array.isArray(entry) && typeof entry[0] === "number" ? entry[0] : 0);
  return numberOf(one) - numberOf(other);
}

/** An entry of the queue is a list: number, id, workflow and more. */
const isPrompt = (entry: unknown, id: string) => Array.isArray(entry) && entry[1] === id;

function requireSuccess(entry: Entry): Entry {
  const { status_str: status, messages = [] } = entry.status ?? {};
  if (status !== "error") return entry;
  const [, details] =
    messages.find((one): one is [string, unknown] => Array.isArray(one) && /^execution_(?:error|interrupted)$/.test(String(one[0]))) ?? [];
  const reason = isFields(details) ? [details.node_type, details.exception_message].filter(Boolean).join(": ") : "";
  throw new EngineError(reason === "" ? "the workflow ended with an error." : reason.trim());
}

/** Previews are of type `temp`, and only taken if nothing is saved, and lists other than `images`, such as `gifs`, only if there is no image. */
function filesOf({ outputs }: Entry): ComfyFile[] {
  const lists = Object.values(outputs).flatMap((output) => (isFields(output) ? Object.entries(output) : []));
  const filesIn = (isTaken: (name: string) => boolean) =>
    lists
      .flatMap(([name, list]) => (isTaken(name) && Array.isArray(list) ? list : []))
      .flatMap((one) => fileSchema.safeParse(one).data ?? []);
  const images = filesIn((name) => name === "images");
  const read = images.length > 0 ? images : filesIn(() => true);
  const saved = read.filter(({ type }) => type === "output");
  return saved.length > 0 ? saved : read;
}

/** `/interrupt` without an id stops whatever runs, so it is only called while this prompt does. */
async function stop(client: EngineClient, id: string): Promise<void> {
  const signal = AbortSignal.timeout(stopTimeLimit);
  await client.post("queue", { delete: [id] }, z.unknown(), signal);
  const { queue_running: running } = await client.get("queue", queueSchema, signal);
  if (running.some((one) => isPrompt(one, id))) await client.post("interrupt", { prompt_id: id }, z.unknown(), signal);
}
