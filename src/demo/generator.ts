import type { ConversionRequest, DemoRequest, DemoTextRequest, GenerationResult, UpscaleRequest } from "./request.ts";
import { createWorkerPool } from "./workerPool.ts";

export interface DemoGenerator {
  /**
   * Generates the result of a request whose values the model's capabilities allow: the same for the same request. Rejects with the signal's
   * reason after an abort, and with an Error without the prompt when the model fails.
   */
  generate(request: DemoRequest, signal: AbortSignal): Promise<GenerationResult>;
  /** Enlarges an image. Rejects as `generate`. */
  upscale(request: UpscaleRequest, signal: AbortSignal): Promise<GenerationResult>;
  /** Converts a sound to another format. */
  convert(request: ConversionRequest, signal: AbortSignal): Promise<GenerationResult>;
  /** Ends the worker threads; unfinished generations reject. */
  close(): Promise<void>;
}

/** In the sources, the worker is a TypeScript file next to this one; in `dist/` it is a separate bundle, one folder above shared chunks. */
function defaultWorkerUrl(): URL {
  if (import.meta.url.endsWith(".ts")) return new URL("./generatorWorker.ts", import.meta.url);
  return new URL(import.meta.url.includes("/chunks/") ? "../generator.js" : "./generator.js", import.meta.url);
}

/** Characters of a conversation that can be answered within a few milliseconds. */
const quickCharacters = 20_000;

/** A short conversation without files, for which starting a thread is not worthwhile. */
function isQuick(request: DemoRequest): request is DemoTextRequest {
  if (request.kind !== "text" || request.imageTool || request.files.length > 0) return false;
  return request.turns.reduce((sum, turn) => sum + turn.text.length, 0) <= quickCharacters;
}

/** Imported with the first answer: each further import would look it up again, which takes as long as a short answer. */
let textMaker: Promise<typeof import("./text/makeText.ts")> | undefined;
const loadTextMaker = () => (textMaker ??= import("./text/makeText.ts"));

/** The demo models. Threads start with the first request that needs one, and end when they are idle. */
export function createGenerator(options: { workerUrl?: URL | undefined } = {}): DemoGenerator {
  const workerUrl = options.workerUrl ?? defaultWorkerUrl();
  const pool = createWorkerPool(workerUrl);
  /** A video takes many seconds, so other requests must not wait for its threads. */
  const videoPool = createWorkerPool(workerUrl);
  return {
    async generate(request, signal) {
      if (request.kind === "video") return videoPool.run(request, signal);
      if (!isQuick(request)) return pool.run(request, signal);
      const { makeText } = await loadTextMaker();
      signal.throwIfAborted();
      return makeText(request);
    },
    upscale: (request, signal) => pool.run(request, signal),
    convert: (request, signal) => pool.run(request, signal),
    close: async () => {
      await Promise.all([pool.close(), videoPool.close()]);
    },
  };
}
