/** The demo as an AI SDK provider: its results cost nothing, need no network and are labelled as demo. */
import type { Experimental_VideoModelV4, ImageModelV4, ProviderV4, SharedV4ProviderOptions, SpeechModelV4 } from "@ai-sdk/provider";
import type { ImageRequest, ImageSettings, InputFile, VideoRequest } from "../contract/generationRequest.ts";
import { upscaler } from "./capabilities.ts";
import { slownessOf, workingModelOf } from "./faults.ts";
import { createGenerator } from "./generator.ts";
import { createDemoLanguageModel } from "./languageModel.ts";
import type { DemoRequest } from "./request.ts";

export interface DemoOptions {
  /** Address of the bundled worker; undefined: its source next to this file. */
  workerUrl?: URL | undefined;
  /** Speed of text; 0 is as fast as possible. */
  tokensPerSecond: number;
}

export interface DemoProvider extends ProviderV4 {
  speechModel(id: string): SpeechModelV4;
  videoModel(id: string): Experimental_VideoModelV4;
  /** Ends the worker threads; unfinished generations reject. */
  close(): Promise<void>;
}

/** The key in `providerOptions` for fields of the interface without an equivalent in the AI SDK. */
export const demoOptionsName = "demo";

const maximumPerCall = 1;
const never = new AbortController().signal;

export function createDemoProvider(options: DemoOptions): DemoProvider {
  const generator = createGenerator({ workerUrl: options.workerUrl });

  async function makeFile(request: Exclude<DemoRequest, { kind: "text" }>, prompt: string, signal = never): Promise<Uint8Array> {
    const working = workingModelOf(request.model, request.kind);
    await slownessOf(request.model, prompt, signal);
    const result = await generator.generate({ ...request, model: working }, signal);
    if (result.kind === "text") throw new TypeError("A file was asked for.");
    return result.bytes;
  }

  async function upscale([image]: readonly InputFile[], signal = never): Promise<Uint8Array> {
    if (image === undefined) throw new TypeError("There is no image to enlarge.");
    const result = await generator.upscale({ kind: "upscale", bytes: image.bytes }, signal);
    if (result.kind === "text") throw new TypeError("A file was asked for.");
    return result.bytes;
  }

  const answer = (modelId: string) => ({ timestamp: new Date(), modelId, headers: undefined });

  return {
    specificationVersion: "v4",
    languageModel: (id) => createDemoLanguageModel(id, { generate: generator.generate, tokensPerSecond: options.tokensPerSecond }),
    embeddingModel(id) {
      throw new RangeError(`The demo has no embedding model ${id}.`);
    },
    imageModel: (modelId): ImageModelV4 => ({
      specificationVersion: "v4",
      provider: "demo",
      modelId,
      maxImagesPerCall: undefined,
      async doGenerate({ prompt = "", n, seed, files, mask, providerOptions, abortSignal }) {
        if (modelId === upscaler.id)
          return { images: [await upscale(readFiles(files), abortSignal)], warnings: [], response: answer(modelId) };
        const { negative_prompt, strength, ...options } = imageOptions(providerOptions);
        const [maskFile] = readFiles(mask && [mask]);
        const images: Uint8Array[] = [];
        for (let index = 0; index < n; index += 1) {
          // Without a seed, the prompt alone decides what the first image shows.
          const next = seed === undefined && index === 0 ? undefined : (seed ?? 0) + index;
          const added = { seed: next, negative_prompt, strength, mask: maskFile };
          const request: ImageRequest = { kind: "image", model: modelId, prompt, ...options, references: readFiles(files), added };
          images.push(await makeFile(request, prompt, abortSignal));
        }
        return { images, warnings: [], response: answer(modelId) };
      },
    }),
    speechModel: (modelId): SpeechModelV4 => ({
      specificationVersion: "v4",
      provider: "demo",
      modelId,
      async doGenerate({ text, voice = "slt", outputFormat = "mp3", speed = 1, abortSignal }) {
        const audio = await makeFile({ kind: "audio", model: modelId, text, voice, format: outputFormat, speed }, text, abortSignal);
        return { audio, warnings: [], response: { timestamp: new Date(), modelId } };
      },
    }),
    videoModel: (modelId): Experimental_VideoModelV4 => ({
      specificationVersion: "v4",
      provider: "demo",
      modelId,
      maxVideosPerCall: maximumPerCall,
      async doGenerate({ prompt = "", image, inputReferences, duration, seed, providerOptions, abortSignal }) {
        const { negative_prompt, strength: _, ...options } = imageOptions(providerOptions);
        const request: VideoRequest = {
          kind: "video",
          model: modelId,
          prompt,
          ...options,
          duration,
          added: { seed, negative_prompt },
          references: readFiles(inputReferences ?? (image ? [image] : [])),
        };
        const data = await makeFile(request, prompt, abortSignal);
        return { videos: [{ type: "binary", data, mediaType: "video/mp4" }], warnings: [], response: answer(modelId) };
      },
    }),
    close: () => generator.close(),
  };
}

interface OwnOptions extends ImageSettings {
  negative_prompt?: string | undefined;
  strength?: number | undefined;
}

function imageOptions(options: SharedV4ProviderOptions): OwnOptions {
  const given = new Map(Object.entries(options[demoOptionsName] ?? {}));
  const text = (name: string) => {
    const value = given.get(name);
    return typeof value === "string" ? value : undefined;
  };
  const strength = given.get("strength");
  return {
    size: text("size"),
    quality: text("quality"),
    aspectRatio: text("aspectRatio"),
    negative_prompt: text("negativePrompt"),
    strength: typeof strength === "number" ? strength : undefined,
  };
}

type ReferenceFile = { type: "file"; mediaType: string; data: string | Uint8Array } | { type: "url"; url: string };

/** The service loads files itself, so links do not occur here. */
function readFiles(files: readonly ReferenceFile[] | undefined): InputFile[] {
  return (files ?? []).flatMap((file) =>
    file.type === "file" && file.data instanceof Uint8Array
      ? [{ mediaType: file.mediaType, name: undefined, bytes: file.data, part: "image" as const }]
      : [],
  );
}
