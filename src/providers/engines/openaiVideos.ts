/** `/videos` of OpenAI and compatible engines. Source: OpenAI, "Videos"; vLLM-Omni, "Video generation API"; SGLang; OpenRouter; MiniMax, "Video generation". */

import type { Experimental_VideoModelV4, Experimental_VideoModelV4File } from "@ai-sdk/provider";
import * as z from "zod/mini";
import { present } from "../../contract/present.ts";
import { videoMetadataName } from "../dialects/optionNames.ts";
import { isErrorValue } from "../errorReason.ts";
import { EngineError } from "../providerError.ts";
import { costIn } from "../readUsage.ts";
import { StreamedError } from "../streamedError.ts";
import type { EngineVideos } from "./engine.ts";
import type { EngineClient } from "./engineClient.ts";
import { bytesOf, dataUri } from "./inlineFile.ts";
import { type JobState, stateOfJob, unknownStatus } from "./jobStatus.ts";
import { fileIdIn, stateIn, videoErrorIn, videoIdIn, videosIn } from "./videoAnswer.ts";

/** The format of the fields in `POST /videos`. */
type VideoForm = "multipart" | "json" | "openrouter";

type StartOptions = Parameters<NonNullable<Experimental_VideoModelV4["doStart"]>>[0];

const usageSchema = z.object({ usage: z.record(z.string(), z.unknown()) });
/** What is stored of a started video. `videos`: the service answered with the finished video. */
const operationSchema = z.object({ id: z.string(), videos: z.optional(z.array(z.string())) });

const videoPath = (id: string) => `videos/${encodeURIComponent(id)}`;

function openaiVideoModel(client: EngineClient, form: VideoForm, modelId: string): Experimental_VideoModelV4 {
  const answer = () => ({ timestamp: new Date(), modelId, headers: undefined });
  return {
    specificationVersion: "v4",
    provider: "videos",
    modelId,
    maxVideosPerCall: 1,
    async doStart(options) {
      const body = form === "multipart" ? await writeForm(modelId, options) : writeJson(modelId, options, form);
      const started = await client.post("videos", body, z.unknown(), options.abortSignal);
      // The id of a refused request is none of a video.
      if (stateIn(started) === "" && isErrorValue(started)) throw new StreamedError(started);
      const videos = stateOfJob(stateIn(started)) === "working" ? [] : videosIn(started);
      const id = videoIdIn(started) ?? (videos.length > 0 ? "" : undefined);
      if (id === undefined) throw new EngineError(videoErrorIn(started) || "its answer cannot be read.");
      return { operation: videos.length > 0 ? { id, videos } : { id }, warnings: [], response: answer() };
    },
    async doStatus({ operation, abortSignal }) {
      const { id, videos } = operationSchema.parse(operation);
      if (videos) return completed(videos, undefined);
      const reported = await client.get(videoPath(id), z.unknown(), abortSignal);
      const status = stateIn(reported);
      const found = videosIn(reported);
      const state = status === "" ? stateWithoutWord(reported, found) : stateOfJob(status);
      switch (state) {
        case "working":
          return { status: "pending", response: answer() };
        case "unknown":
          return { status: "pending", warnings: [unknownStatus(status)], response: answer() };
        case "ended":
          return { status: "error", error: reasonOf(status, videoErrorIn(reported)), response: answer() };
        case "completed": {
          const own = client.resolve(`${videoPath(id)}/content${form === "openrouter" ? "?index=0" : ""}`);
          const cost = costIn(usageSchema.safeParse(reported).data?.usage ?? {});
          const known = found.length === 0 ? await fileOf(reported, abortSignal) : found;
          return completed(form === "openrouter" || known.length === 0 ? [own] : known, cost);
        }
      }
    },
  };

  /** MiniMax's link, which is below the id of the file. */
  async function fileOf(reported: unknown, signal: AbortSignal | undefined): Promise<string[]> {
    const id = fileIdIn(reported);
    return id === undefined ? [] : videosIn(await client.get(`files/retrieve?file_id=${encodeURIComponent(id)}`, z.unknown(), signal));
  }

  function completed(videos: readonly string[], cost: number | undefined) {
    return {
      status: "completed" as const,
      videos: videos.map((url) => ({ type: "base64" as const, data: url, mediaType: "video/mp4" })),
      warnings: [],
      ...(cost !== undefined ? { providerMetadata: { [videoMetadataName]: { cost } } } : {}),
      response: answer(),
    };
  }
}

/** The state of an answer without a word for it. */
function stateWithoutWord(reported: unknown, videos: readonly string[]): JobState {
  if (videos.length > 0) return "completed";
  return isErrorValue(reported) ? "ended" : "unknown";
}

export function openaiVideos(client: EngineClient, form: VideoForm): EngineVideos {
  return {
    videoModel: (id) => openaiVideoModel(client, form, id),
    cancelVideo: (_, operation) => cancelOpenaiVideo(client, operation),
  };
}

/** Stops the work on a started video, if the engine can. */
async function cancelOpenaiVideo(client: EngineClient, operation: unknown): Promise<void> {
  const { id } = operationSchema.parse(operation);
  await client.notify("DELETE", videoPath(id));
}

function reasonOf(status: string, reason: string): string {
  return reason === "" || status === "" ? status || reason : `${status}: ${reason}`;
}

/** Numbers are sent as text, including `seconds`. */
async function writeForm(modelId: string, { prompt = "", resolution, duration, image, providerOptions }: StartOptions): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(providerOptions[videoMetadataName] ?? {})) form.set(name, String(value));
  form.set("model", modelId);
  form.set("prompt", prompt);
  if (duration !== undefined) form.set("seconds", String(duration));
  if (resolution !== undefined) form.set("size", resolution);
  if (image?.type === "file") form.set("input_reference", new Blob([bytesOf(image)], { type: image.mediaType }), nameOf(image.mediaType));
  return form;
}

function writeJson(modelId: string, options: StartOptions, form: Exclude<VideoForm, "multipart">): object {
  const { prompt = "", resolution, aspectRatio, duration, image, frameImages, inputReferences, providerOptions } = options;
  if (form === "json") {
    return {
      ...providerOptions[videoMetadataName],
      model: modelId,
      prompt,
      ...present({ seconds: duration, size: resolution }),
      ...(image ? { input_reference: dataUri(image) } : {}),
    };
  }
  return {
    model: modelId,
    prompt,
    ...present({ duration, aspect_ratio: aspectRatio }),
    ...providerOptions[videoMetadataName],
    ...framesIn(frameImages ?? (image ? [{ frameType: "first_frame", image }] : [])),
    ...(inputReferences ? { input_references: inputReferences.map(imagePart) } : {}),
  };
}

function framesIn(frames: NonNullable<StartOptions["frameImages"]>): object {
  if (frames.length === 0) return {};
  return { frame_images: frames.map(({ image, frameType }) => ({ ...imagePart(image), frame_type: frameType })) };
}

const imagePart = (file: Experimental_VideoModelV4File) => ({ type: "image_url", image_url: { url: dataUri(file) } });

/** Servers determine the format from the extension. */
const nameOf = (mediaType: string) => `reference.${/^image\/(\w+)/.exec(mediaType)?.[1] ?? "png"}`;
