/** What distinguishes the engines with OpenAI's interface: one description for each, in `descriptions/` and in `engineTable.ts`. */
import type { ImageModelV4, JSONValue } from "@ai-sdk/provider";
import type { GenerationHooks } from "../generationHooks.ts";
import type { Dialect, MediaProvider } from "../provider.ts";
import type { EngineClient } from "./engineClient.ts";
import type { EngineFacts } from "./engineFacts.ts";
import type { ModelStore } from "./modelStore.ts";

export type EngineVideos = Pick<MediaProvider, "videoModel" | "cancelVideo">;

export interface EngineDescription {
  /** How the interface's fields are written for it. */
  readonly dialect: Dialect;
  /** The format of its list of models: OpenAI's `/models`, AUTOMATIC1111's `/sd-models`, or the workflows of the configuration. */
  readonly modelList: "openai" | "checkpoints" | "workflows";
  /** Creates the readers of what it reports in addition to the list. They keep what they have read. */
  createReaders(): EngineFacts[];
  /** The engines with this interface that download and unload models. The one that answers is used; empty: none can. */
  readonly stores: readonly ModelStore[];
  /** Whether it loads images from https links itself. Engines on this machine only accept bytes. */
  readonly loadsLinks: boolean;
  /** undefined: `/images/generations` of the AI SDK's package. */
  readonly imageModel: ((client: EngineClient, id: string, hooks?: GenerationHooks) => ImageModelV4) | undefined;
  /** Stops the work on an image that was accepted; see GenerationHooks. Absent: its work ends with its call. */
  readonly cancelImage?: (client: EngineClient, operation: JSONValue) => Promise<void>;
  /** Without a model: it makes no videos. */
  videos(client: EngineClient): EngineVideos;
}
