/** Downloads and unloads Ollama's models. Source: Ollama, "API": `/api/pull`, and `/api/generate` with `keep_alive: 0`. */
import * as z from "zod/mini";
import type { PullProgress } from "../../contract/processMessages.ts";
import { isErrorValue, readErrorReason } from "../errorReason.ts";
import { EngineError } from "../providerError.ts";
import type { ModelStore } from "./modelStore.ts";
import { createOllamaReader, taggedName } from "./ollamaModels.ts";

const bytes = z.catch(z.optional(z.number()), undefined);
const lineSchema = z.object({
  status: z.catch(z.string(), ""),
  digest: z.catch(z.optional(z.string()), undefined),
  total: bytes,
  completed: bytes,
});

export const ollamaStore: ModelStore = {
  name: "ollama",
  createReader: createOllamaReader,
  async pull(client, model, onProgress, signal) {
    const layers = new Map<string, { done: number; total: number }>();
    let isComplete = false;
    for await (const line of client.lines("../api/pull", { model, stream: true }, signal)) {
      if (isErrorValue(line)) throw new EngineError(readErrorReason(line).message);
      const read = lineSchema.safeParse(line).data;
      if (!read) continue;
      if (read.digest !== undefined && read.total !== undefined) layers.set(read.digest, { done: read.completed ?? 0, total: read.total });
      isComplete ||= read.status === "success";
      onProgress(progressOf(read.status, [...layers.values()]));
    }
    if (!isComplete) throw new EngineError("the download broke off. It continues where it stopped when you try again.");
    return taggedName(model);
  },
  async unload(client, id, signal) {
    await client.post("../api/generate", { model: id, keep_alive: 0, stream: false }, z.unknown(), signal);
  },
};

/** A model consists of several files, and the size of each is known when its download starts. */
function progressOf(status: string, layers: readonly { done: number; total: number }[]): PullProgress {
  if (layers.length === 0) return { status };
  const sum = (values: readonly number[]) => values.reduce((one, other) => one + other, 0);
  return { status, done: sum(layers.map(({ done }) => done)), total: sum(layers.map(({ total }) => total)) };
}
