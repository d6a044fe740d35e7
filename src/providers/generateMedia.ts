import type { Experimental_VideoModelV4VideoData, ImageModelV4, ImageModelV4File, JSONValue, SharedV4Warning } from "@ai-sdk/provider";
import type { AudioRequest, ImageRequest, InputFile, MediaGenerationRequest, VideoRequest } from "../contract/generationRequest.ts";
import type { Kind, MediaKind } from "../contract/kind.ts";
import { checkMedia } from "./checkMedia.ts";
import { collectFiles } from "./files/answeredFiles.ts";
import { type Download, listContents, readContent } from "./files/readContent.ts";
import type { GenerationHooks } from "./generationHooks.ts";
import { transparentMask, uprightMasked, whiteMask } from "./maskForm.ts";
import { parseJson } from "./parseJson.ts";
import type { Provider, ProviderModel } from "./provider.ts";
import { EngineError, ProviderError, readProviderError } from "./providerError.ts";
import type { GenerationRequest } from "./request.ts";
import { parameterError } from "./streamText.ts";
import { writeCall } from "./writeCall.ts";

export interface MediaCall<Request> {
  provider: Provider;
  model: ProviderModel;
  request: Request;
  signal: AbortSignal;
  /** Of images. Absent: nobody asks how far it is, and it cannot be continued. */
  hooks?: GenerationHooks;
}

export interface GeneratedFile {
  bytes: Uint8Array;
  mediaType: string | undefined;
  /** The same as base64 in chunks, if the provider sent it that way. */
  base64?: readonly Uint8Array[] | undefined;
}

export interface GeneratedMedia {
  files: GeneratedFile[];
  /** Token counts, if the provider reports them. */
  inputTokens: number | undefined;
  outputTokens: number | undefined;
  cost: number | undefined;
  /** What the package could not pass on, for the log. */
  warnings: readonly SharedV4Warning[];
}

const noUsage = { inputTokens: undefined, outputTokens: undefined, cost: undefined };

export async function generateImage({ provider, model, request, signal, hooks }: MediaCall<ImageRequest>): Promise<GeneratedMedia> {
  const call = writeCall(provider.dialect, "image", model, request);
  if ("param" in call) throw parameterError(call);
  const { references, mask: given } = uprightMasked(request.references, call.mask);
  const mask = given && maskFile(given, call.isWhiteMask);
  const imageModel = (await provider.load()).imageModel(model.id, hooks);
  if (call.isLimitedPerCall) await requireLimit(model, imageModel, call.n ?? 1);
  const { result, files } = await collectFiles(() =>
    imageModel.doGenerate({
      prompt: request.prompt,
      n: call.n ?? 1,
      size: call.size,
      aspectRatio: call.aspectRatio,
      seed: call.seed,
      files: references.length > 0 ? references.map(mediaFile) : undefined,
      mask,
      providerOptions: call.providerOptions,
      abortSignal: signal,
    }),
  );
  const { images, usage, warnings } = result;
  const made = await readEach(provider, "image", [...images], async (image) => {
    const answered = typeof image === "string" ? files.get(image) : undefined;
    if (answered) return { ...answered, mediaType: undefined };
    return typeof image === "string" ? readContent(image, provider.download) : { bytes: image, mediaType: undefined };
  });
  return {
    files: made.files,
    inputTokens: usage?.inputTokens,
    outputTokens: usage?.outputTokens,
    cost: provider.dialect.metadata.cost(undefined, usage),
    warnings: [...warnings, ...made.warnings],
  };
}

/** @throws ProviderError for more images than the package makes at once. */
async function requireLimit({ id }: ProviderModel, { modelId, maxImagesPerCall: given }: ImageModelV4, n: number): Promise<void> {
  const most = typeof given === "function" ? await given({ modelId }) : given;
  if (most !== undefined && n > most) throw parameterError({ param: "n", message: `${id} makes at most ${most} at once.` });
}

/**
 * Reads each file of a result and checks that it is one of the kind. What cannot be read becomes a warning beside the others.
 * @throws the error of the first file, or EngineError, if there is no file.
 */
async function readEach<Sent>(
  provider: Provider,
  kind: MediaKind,
  sent: readonly Sent[],
  read: (one: Sent) => Promise<GeneratedFile>,
): Promise<Pick<GeneratedMedia, "files" | "warnings">> {
  const files: GeneratedFile[] = [];
  const errors: unknown[] = [];
  for (const one of sent) {
    try {
      const file = await read(one);
      checkMedia(kind, file.bytes);
      files.push(file);
    } catch (error) {
      errors.push(error);
    }
  }
  if (files.length === 0) throw errors[0] ?? new EngineError("it sent no file.");
  const warnings = errors.map((error): SharedV4Warning => {
    return { type: "other", message: `a file cannot be read: ${readProviderError(provider, undefined, error).message}` };
  });
  return { files, warnings };
}

/** Converts an audio file to another format. Rejects if the bytes are not the requested WAV. */
export type ConvertAudio = (bytes: Uint8Array, format: string, signal: AbortSignal) => Promise<Uint8Array>;

async function generateSpeech(
  { provider, model, request, signal }: MediaCall<AudioRequest>,
  convert: ConvertAudio,
): Promise<GeneratedMedia> {
  const call = writeCall(provider.dialect, "audio", model, request);
  if ("param" in call) throw parameterError(call);
  const speechModel = (await provider.load()).speechModel?.(model.id);
  if (!speechModel) throw makesNo(provider, "speech");
  const { voice, outputFormat, speed, convertTo, providerOptions } = call;
  // The result is billed: if it cannot be converted, it is delivered as it is.
  const inFormat = async (bytes: Uint8Array) => {
    if (convertTo === undefined) return bytes;
    return convert(bytes, convertTo, signal).catch(() => {
      signal.throwIfAborted();
      return bytes;
    });
  };
  const { audio, warnings, providerMetadata, usage } = await speechModel.doGenerate({
    text: request.text,
    ...(voice === undefined ? {} : { voice }),
    ...(outputFormat === undefined ? {} : { outputFormat }),
    ...(speed === undefined ? {} : { speed }),
    providerOptions,
    abortSignal: signal,
  });
  const made = await readEach(provider, "audio", [bytesOf(audio)], async (bytes) => {
    // Some servers answer with JSON that contains the audio, or a link to it.
    const [content] = listContents(parseJsonBytes(bytes));
    const file = content === undefined ? { bytes, mediaType: undefined } : await readContent(content, provider.download);
    return { ...file, bytes: await inFormat(file.bytes) };
  });
  return {
    ...noUsage,
    files: made.files,
    cost: provider.dialect.metadata.cost(providerMetadata, usage),
    warnings: [...warnings, ...made.warnings],
  };
}

/** undefined: not a JSON object or array. */
function parseJsonBytes(bytes: Uint8Array): unknown {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!/^\s*[{[]/.test(text.toString("latin1", 0, 64))) return undefined;
  return parseJson(text.toString());
}

/** Identifies a started video for polling: plain JSON, so that it can be stored. */
export type VideoOperation = JSONValue;

async function startVideo({ provider, model, request, signal }: MediaCall<VideoRequest>): Promise<Started> {
  const call = writeCall(provider.dialect, "video", model, request);
  if ("param" in call) throw parameterError(call);
  const videoModel = (await provider.load()).videoModel?.(model.id);
  if (!videoModel) throw makesNo(provider, "video");
  const [first, ...others] = request.references.map(mediaFile);
  const options = {
    prompt: request.prompt,
    n: 1,
    aspectRatio: call.aspectRatio,
    resolution: call.resolution,
    duration: request.duration,
    fps: undefined,
    seed: call.seed,
    image: others.length === 0 ? first : undefined,
    frameImages: undefined,
    inputReferences: first && others.length > 0 ? [first, ...others] : undefined,
    generateAudio: undefined,
    providerOptions: call.providerOptions,
    abortSignal: signal,
  };
  if (videoModel.doStart) return (await videoModel.doStart(options)).operation;
  if (!videoModel.doGenerate) throw makesNo(provider, "video");
  const { videos, warnings } = await videoModel.doGenerate(options);
  const made = await readVideos(provider, videos);
  return { ...noUsage, files: made.files, warnings: [...warnings, ...made.warnings] };
}

/** A result, or an operation that is to be polled. */
export type Started = GeneratedMedia | VideoOperation;

const generators: { [K in MediaKind]: (call: MediaCall<MediaGenerationRequest<K>>, convert: ConvertAudio) => Promise<Started> } = {
  image: generateImage,
  audio: generateSpeech,
  video: startVideo,
};

export function startMedia<K extends MediaKind>(
  kind: K,
  call: MediaCall<MediaGenerationRequest<K>>,
  convert: ConvertAudio,
): Promise<Started> {
  return generators[kind](call, convert);
}

/** Whether `startMedia` has returned the finished result. */
export function isGeneratedMedia(started: Started): started is GeneratedMedia {
  return typeof started === "object" && started !== null && "files" in started && "warnings" in started;
}

export type VideoState = { type: "made"; media: GeneratedMedia } | { type: "pending"; warnings: readonly SharedV4Warning[] };

/** Rejects if the video has failed, or the poll has. */
export async function pollVideo(
  provider: Provider,
  model: ProviderModel,
  operation: VideoOperation,
  { request, signal }: Pick<MediaCall<GenerationRequest>, "request" | "signal">,
): Promise<VideoState> {
  const videoModel = (await provider.load()).videoModel?.(model.id);
  if (!videoModel?.doStatus) throw makesNo(provider, "video");
  const status = await videoModel.doStatus({ operation, abortSignal: signal });
  switch (status.status) {
    case "pending":
      return { type: "pending", warnings: status.warnings ?? [] };
    case "error":
      throw new ProviderError({
        code: "api_error",
        acceptance: "maybe",
        message: `${provider.name} did not make the video: ${provider.redact(status.error, request)}`,
      });
    case "completed": {
      const { files, warnings } = await readVideos(provider, status.videos);
      const cost = provider.dialect.metadata.cost(status.providerMetadata, undefined);
      return { type: "made", media: { ...noUsage, files, cost, warnings: [...status.warnings, ...warnings] } };
    }
  }
}

/** Stops the work on an image or a video that is no longer needed, if the provider can. */
export async function cancelOperation(provider: Provider, model: ProviderModel, kind: Kind, operation: JSONValue): Promise<void> {
  const media = await provider.load();
  if (kind === "image") await media.cancelImage?.(model.id, operation);
  else await media.cancelVideo?.(model.id, operation);
}

function readVideos(provider: Provider, videos: readonly Experimental_VideoModelV4VideoData[]) {
  return readEach(provider, "video", videos, async (video) => {
    switch (video.type) {
      case "base64":
        return { mediaType: video.mediaType, bytes: (await readContent(video.data, provider.download)).bytes };
      case "binary":
        return { bytes: video.data, mediaType: video.mediaType };
      case "url":
        return { mediaType: video.mediaType, bytes: await readLink(video.url, provider.download) };
      case "uploaded":
        throw new ProviderError({
          code: "api_error",
          acceptance: "maybe",
          message: `${provider.name} made the video, but did not provide it.`,
        });
    }
  });
}

/** A link may also be a data URI. */
async function readLink(link: string, download: Download): Promise<Uint8Array> {
  return /^data:/i.test(link) ? (await readContent(link, download)).bytes : download(link);
}

function makesNo(provider: Provider, what: string): ProviderError {
  return new ProviderError({
    code: "model_not_found",
    param: "model",
    acceptance: "refused",
    message: `${provider.name} makes no ${what}.`,
  });
}

const mediaFile = (file: InputFile): Extract<ImageModelV4File, { type: "file" }> => ({
  type: "file",
  mediaType: file.mediaType,
  data: file.bytes,
});

function maskFile(mask: InputFile, isWhite = false): ReturnType<typeof mediaFile> {
  const bytes = isWhite ? whiteMask(mask.bytes) : transparentMask(mask.bytes);
  if (bytes === undefined) throw parameterError({ param: "mask", message: "The mask is not a PNG or JPEG that can be decoded." });
  return bytes === mask.bytes ? mediaFile(mask) : mediaFile({ ...mask, mediaType: "image/png", bytes });
}

function bytesOf(data: string | Uint8Array): Uint8Array {
  return typeof data === "string" ? Buffer.from(data, "base64") : data;
}
