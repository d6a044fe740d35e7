/** Engines that download models, and keep those that are in use in memory. */
import type { ModelStoreName, PullProgress } from "../../contract/processMessages.ts";
import type { EngineClient } from "./engineClient.ts";
import type { EngineFacts } from "./engineFacts.ts";

export interface ModelStore {
  readonly name: ModelStoreName;
  /** Creates a reader of what the engine reports about its models. It rejects if another engine answers. */
  createReader(): EngineFacts;
  /** Downloads a model, and continues a download that was interrupted. Returns the id with which the engine then lists it. */
  pull(client: EngineClient, model: string, onProgress: (progress: PullProgress) => void, signal: AbortSignal): Promise<string>;
  /** Removes a model from memory. It stays on the disk, and is loaded again when it is used. */
  unload(client: EngineClient, id: string, signal: AbortSignal): Promise<void>;
}
