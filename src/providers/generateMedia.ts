import type { Experimental_VideoModelV4VideoData, ImageModelV4, ImageModelV4File, JSONValue } from "@ai-sdk/provider";
import type { AudioRequest, ImageRequest, InputFile, MediaGenerationRequest, VideoRequest } from "../contract/generationRequest.ts";
import type { Kind, MediaKind } from "../contract/kind.ts";
import { present } from "../contract/present.ts";
import { reportWarnings, withCall } from "./callContext.ts";
import type { AnsweredFile } from "./fileContent.ts";
import { collectFiles, findAnswered, nameLength } from "./files/answeredFiles.ts";
import { soundsIn } from "./files/soundsIn.ts";
import type { GenerationHooks } from "./generationHooks.ts";
import { transparentMask, uprightMasked, whiteMask } from "./maskForm.ts";
import {
  type AnsweredContent,
  answerOfLinks,
  type ConvertAudio,
  type GeneratedMedia,
  type LinkedResult,
  linkedResultOf,
  type MediaAnswer,
  noUse,
  readMediaAnswer,
} from "./mediaAnswer.ts";
import type { Provider, ProviderModel } from "./provider.ts";
import { ProviderError } from "./providerError.ts";
import { addUsage, noCounts } from "./readUsage.ts";
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

/** Generates an image, and reads it. */
export async function generateImage(call: MediaCall<ImageRequest>): Promise<GeneratedMedia> {
  return readMediaAnswer(await answerImage(call), { ...call, kind: "image" });
}

async function answerImage({ provider, model, request, signal, hooks }: MediaCall<ImageRequest>): Promise<MediaAnswer> {
  const call = writeCall(provider.dialect, "image", model, request);
  if ("param" in call) throw parameterError(call);
  const { references, mask: given } = await uprightMasked(request.references, call.mask);
  const mask = given && (await maskFile(given, call.isWhiteMask));
  const imageModel = (await provider.load()).imageModel(model.id, hooks);
  if (call.isLimitedPerCall) await requireLimit(model, imageModel, call.n ?? 1);
  const { result, files, links } = await collectFiles("image", () =>
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
  reportWarnings(provider, request, warnings);
  return {
    contents: images.map((image) => ({ content: findAnswered(files, image) ?? linkedContent(image, links) })),
    inputTokens: usage?.inputTokens,
    outputTokens: usage?.outputTokens,
    cost: provider.dialect.metadata.cost(undefined, usage),
  };
}

/** The link that a package wanted to follow, in the place of the bytes that it got for it. */
function linkedContent(content: string | Uint8Array, links: ReadonlyMap<string, string>): string | Uint8Array {
  if (typeof content === "string") return (links.size > 0 && links.get(Buffer.from(content, "base64").toString("latin1"))) || content;
  return (content.byteLength === nameLength && links.get(Buffer.from(content).toString("latin1"))) || content;
}

/** @throws ProviderError for more images than the package makes at once. */
async function requireLimit({ id }: ProviderModel, { modelId, maxImagesPerCall: given }: ImageModelV4, n: number): Promise<void> {
  const most = typeof given === "function" ? await given({ modelId }) : given;
  if (most !== undefined && n > most) throw parameterError({ param: "n", message: `${id} makes at most ${most} at once.` });
}

async function answerSpeech({ provider, model, request, signal }: MediaCall<AudioRequest>): Promise<MediaAnswer> {
  const call = writeCall(provider.dialect, "audio", model, request);
  if ("param" in call) throw parameterError(call);
  const speechModel = (await provider.load()).speechModel?.(model.id);
  if (!speechModel) throw makesNo(provider, "speech");
  const { voice, outputFormat, speed, instructions, language, convertTo, providerOptions } = call;
  const { result, files, links } = await collectFiles("audio", () =>
    speechModel.doGenerate({
      text: request.text,
      ...present({ voice, outputFormat, speed, instructions, language }),
      providerOptions,
      abortSignal: signal,
    }),
  );
  const { audio, warnings, providerMetadata, usage, response } = result;
  reportWarnings(provider, request, warnings);
  const linked = linkedContent(audio, links);
  const { contents, counts = addUsage(noCounts, usage) } =
    linked !== audio ? { contents: [{ content: linked }] } : await soundsIn(bytesOf(audio), files, response.headers?.["content-type"]);
  const cost = provider.dialect.metadata.cost(providerMetadata, usage ?? counts?.raw);
  return { inputTokens: counts?.input, outputTokens: counts?.output, contents, cost, convertTo, asked: outputFormat };
}

/** Identifies a started video for polling: plain JSON, so that it can be stored. */
export type VideoOperation = JSONValue;

async function startVideo({ provider, model, request, signal }: MediaCall<VideoRequest>): Promise<MediaAnswer | StartedVideo> {
  const call = writeCall(provider.dialect, "video", model, request);
  if ("param" in call) throw parameterError(call);
  const videoModel = (await provider.load()).videoModel?.(call.modelId ?? model.id);
  if (!videoModel) throw makesNo(provider, "video");
  const [first, ...others] = request.references.map(mediaFile);
  const options = {
    prompt: request.prompt,
    n: 1,
    aspectRatio: call.aspectRatio,
    resolution: call.resolution,
    duration: request.duration,
    fps: call.fps,
    seed: call.seed,
    image: others.length === 0 ? first : undefined,
    frameImages: call.lastFrame && [
      ...(first ? [{ frameType: "first_frame" as const, image: first }] : []),
      { frameType: "last_frame" as const, image: mediaFile(call.lastFrame) },
    ],
    inputReferences: first && others.length > 0 ? [first, ...others] : undefined,
    generateAudio: call.generateAudio,
    providerOptions: call.providerOptions,
    abortSignal: signal,
  };
  const { doGenerate } = videoModel;
  if (videoModel.doStart) {
    const { operation, warnings } = await videoModel.doStart(options);
    reportWarnings(provider, request, warnings);
    return { operation };
  }
  if (!doGenerate) throw makesNo(provider, "video");
  const { result, files } = await collectFiles("video", () => doGenerate.call(videoModel, options));
  reportWarnings(provider, request, result.warnings);
  return { ...noUse, contents: result.videos.map((video) => contentOfVideo(provider, video, files)) };
}

interface StartedVideo {
  operation: VideoOperation;
}

/** A result; or what is stored to get it: a video's operation that is to be polled, or links that are to be followed. */
export type Started = GeneratedMedia | VideoOperation | LinkedResult;

const answers: { [K in MediaKind]: (call: MediaCall<MediaGenerationRequest<K>>) => Promise<MediaAnswer | StartedVideo> } = {
  image: answerImage,
  audio: answerSpeech,
  video: startVideo,
};

export async function startMedia<K extends MediaKind>(
  kind: K,
  call: MediaCall<MediaGenerationRequest<K>>,
  convert: ConvertAudio,
): Promise<Started> {
  const answer = await answers[kind](call);
  if ("operation" in answer) return answer.operation;
  return linkedResultOf(answer) ?? readMediaAnswer(answer, { ...call, kind, convert });
}

/** Downloads the files of a result. Rejects with a ProviderError when the links have expired. */
export function downloadLinks(
  provider: Provider,
  kind: MediaKind,
  result: LinkedResult,
  options: { request: GenerationRequest; signal: AbortSignal; convert: ConvertAudio },
): Promise<GeneratedMedia> {
  return readMediaAnswer(answerOfLinks(result), { provider, kind, ...options });
}

/** Whether `startMedia` has returned the finished result. */
export function isGeneratedMedia(started: Started): started is GeneratedMedia {
  return typeof started === "object" && started !== null && "files" in started && "inputTokens" in started;
}

export type VideoState = { type: "made"; media: GeneratedMedia } | { type: "linked"; result: LinkedResult } | { type: "pending" };

/** Rejects if the video has failed, or the poll has. */
export async function pollVideo(
  provider: Provider,
  model: ProviderModel,
  operation: VideoOperation,
  { request, signal }: Pick<MediaCall<GenerationRequest>, "request" | "signal">,
): Promise<VideoState> {
  const videoModel = (await provider.load()).videoModel?.(model.id);
  const doStatus = videoModel?.doStatus;
  if (!doStatus) throw makesNo(provider, "video");
  const files = new Map<string, AnsweredFile>();
  const status = await withCall({ kind: "video", files }, async () => doStatus.call(videoModel, { operation, abortSignal: signal }));
  switch (status.status) {
    case "pending":
      reportWarnings(provider, request, status.warnings);
      return { type: "pending" };
    case "error":
      throw new ProviderError({
        code: "api_error",
        acceptance: "maybe",
        message: `${provider.name} did not make the video: ${provider.redact(status.error, request)}`,
      });
    case "completed": {
      reportWarnings(provider, request, status.warnings);
      const contents = status.videos.map((video) => contentOfVideo(provider, video, files));
      const cost = provider.dialect.metadata.cost(status.providerMetadata, undefined);
      const answer: MediaAnswer = { ...noUse, contents, cost };
      const result = linkedResultOf(answer);
      return result
        ? { type: "linked", result }
        : { type: "made", media: await readMediaAnswer(answer, { provider, kind: "video", request, signal }) };
    }
  }
}

/** Stops the work on an image or a video that is no longer needed, if the provider can. */
export async function cancelOperation(provider: Provider, model: ProviderModel, kind: Kind, operation: JSONValue): Promise<void> {
  const media = await provider.load();
  if (kind === "image") await media.cancelImage?.(model.id, operation);
  else await media.cancelVideo?.(model.id, operation);
}

function contentOfVideo(
  provider: Provider,
  video: Experimental_VideoModelV4VideoData,
  files: ReadonlyMap<string, AnsweredFile>,
): AnsweredContent {
  switch (video.type) {
    case "base64":
    case "binary":
      return { content: findAnswered(files, video.data) ?? video.data, mediaType: video.mediaType };
    case "url":
      return { content: video.url, mediaType: video.mediaType };
    case "uploaded":
      throw new ProviderError({
        code: "api_error",
        acceptance: "maybe",
        message: `${provider.name} made the video, but did not provide it.`,
      });
  }
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

async function maskFile(mask: InputFile, isWhite = false): Promise<ReturnType<typeof mediaFile>> {
  const bytes = await (isWhite ? whiteMask : transparentMask)(mask.bytes);
  if (bytes === undefined) throw parameterError({ param: "mask", message: "The mask is not an image that can be decoded." });
  return bytes === mask.bytes ? mediaFile(mask) : mediaFile({ ...mask, mediaType: "image/png", bytes });
}

function bytesOf(data: string | Uint8Array): Uint8Array {
  return typeof data === "string" ? Buffer.from(data, "base64") : data;
}
