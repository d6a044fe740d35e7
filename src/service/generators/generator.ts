/** A generation request in; text, or a media file made off this event loop, out. */
import { checkRequest } from "./checkRequest.ts";
import { createWorkerPool } from "./workerPool.ts";

/** A file of a request, already loaded. `part` is the kind of input part that carried it. */
export interface InputFile {
  mediaType: string;
  name: string | undefined;
  bytes: Uint8Array;
  part: "file" | "image" | "audio" | "video";
}

/** The settings of the `image_generation` tool. Source: spec, "Tool objects". */
export interface ImageToolSettings {
  size?: string | undefined;
  quality?: string | undefined;
  aspectRatio?: string | undefined;
}

export interface TextRequest {
  kind: "text";
  model: string;
  turns: { role: "user" | "assistant"; text: string }[];
  instructions: string | undefined;
  effort: "low" | "medium" | "high" | undefined;
  webSearch: boolean;
  imageTool: ImageToolSettings | undefined;
  files: InputFile[];
}
export interface ImageRequest {
  kind: "image";
  model: string;
  prompt: string;
  size?: string | undefined;
  quality?: string | undefined;
  aspectRatio?: string | undefined;
  references: InputFile[];
}
export interface AudioRequest {
  kind: "audio";
  model: string;
  text: string;
  voice: string;
  format: string;
  /** 1 is the voice's own speed. */
  speed: number;
}
export interface VideoRequest {
  kind: "video";
  model: string;
  prompt: string;
  /** Aspect ratio, as the spec's video field `size`. */
  size?: string | undefined;
  quality?: string | undefined;
  /** Seconds. */
  duration?: number | undefined;
  references: InputFile[];
}
export type GenerationRequest = TextRequest | ImageRequest | AudioRequest | VideoRequest;

/** A source of the answer; `start` and `end` (exclusive) are UTF-16 indexes into the text. */
export interface Citation {
  url: string;
  title: string;
  start: number;
  end: number;
}

export interface TextResult {
  kind: "text";
  /** Summary of the reasoning, when an effort was asked for. */
  reasoning: string | undefined;
  /** Markdown. */
  text: string;
  citations: Citation[];
  /** A PNG, when the model chose to draw. */
  image: { prompt: string; bytes: Uint8Array } | undefined;
}
export interface MediaResult {
  kind: "image" | "audio" | "video";
  bytes: Uint8Array;
  mediaType: string;
  /** Short name of the file format, e.g. `png`, `mp3`, `mp4`. */
  format: string;
}
export type GenerationResult = TextResult | MediaResult;

/** A value that the model does not take; `param` is the field's v1 wire name. */
export interface ParameterRefusal {
  param: string;
  message: string;
}

export interface Generator {
  /** What the model does not take of this request, before any work; undefined when it takes all of it. */
  check(request: GenerationRequest): ParameterRefusal | undefined;
  /**
   * The result of a request that `check` accepted: the same for the same request.
   * Rejects with the signal's reason after an abort, with an Error without prompt when the model fails.
   */
  generate(request: GenerationRequest, signal: AbortSignal): Promise<GenerationResult>;
  /** Ends the worker threads; unfinished generations reject. */
  close(): Promise<void>;
}

/** Beside the source the worker is a TypeScript file; in `dist/` it is a bundle of its own, one folder up from a shared chunk. */
function defaultWorkerUrl(): URL {
  if (import.meta.url.endsWith(".ts")) return new URL("./generatorWorker.ts", import.meta.url);
  return new URL(import.meta.url.includes("/chunks/") ? "../generator.js" : "./generator.js", import.meta.url);
}

/** Characters of a conversation that are answered within a few milliseconds. */
const quickCharacters = 20_000;

/** A short conversation without files: not worth the start of a thread. */
function isQuick(request: GenerationRequest): request is TextRequest {
  if (request.kind !== "text" || request.imageTool || request.files.length > 0) return false;
  return request.turns.reduce((sum, turn) => sum + turn.text.length, 0) <= quickCharacters;
}

/** The demo models. No thread runs before the first media file is asked for, nor while none was for a while. */
export function createGenerator(options: { workerUrl?: URL | undefined } = {}): Generator {
  const workerUrl = options.workerUrl ?? defaultWorkerUrl();
  const pool = createWorkerPool(workerUrl);
  /** A clip takes many seconds: whatever else is wanted meanwhile does not wait for its threads. */
  const videoPool = createWorkerPool(workerUrl);
  return {
    check: checkRequest,
    async generate(request, signal) {
      if (request.kind === "video") return videoPool.run(request, signal);
      if (!isQuick(request)) return pool.run(request, signal);
      const { makeText } = await import("./text/makeText.ts");
      signal.throwIfAborted();
      return makeText(request);
    },
    close: async () => {
      await Promise.all([pool.close(), videoPool.close()]);
    },
  };
}
