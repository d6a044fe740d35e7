/** The jobs of stable-diffusion.cpp's server. Source: stable-diffusion.cpp, "sdcpp API". */

import { setTimeout as sleep } from "node:timers/promises";
import type { Experimental_VideoModelV4, ImageModelV4, ImageModelV4CallOptions } from "@ai-sdk/provider";
import * as z from "zod/mini";
import { stableDiffusionName } from "../dialects/optionNames.ts";
import { listContents } from "../files/readContent.ts";
import type { GenerationHooks } from "../generationHooks.ts";
import { EngineError } from "../providerError.ts";
import type { EngineClient } from "./engineClient.ts";
import { framesOf, sidesOf } from "./frames.ts";
import { dataUri, lastFrameOf } from "./inlineFile.ts";
import { stateOfJob, unknownStatus } from "./jobStatus.ts";

const startedSchema = z.object({ id: z.string().check(z.minLength(1)) });
const jobSchema = z.object({
  status: z.string(),
  /** Of a queued job, from 1. */
  queue_position: z.catch(z.nullish(z.int().check(z.minimum(1))), undefined),
  result: z.nullish(
    z.object({
      images: z.nullish(z.array(z.unknown())),
      b64_json: z.nullish(z.string()),
      mime_type: z.nullish(z.string()),
    }),
  ),
  error: z.nullish(z.object({ message: z.nullish(z.string()) })),
});
type Job = z.infer<typeof jobSchema>;

/** Milliseconds between two polls for an image: at first, and at most. */
const firstPoll = 200;
const longestPoll = 2_000;
/** How many polls may fail before the image counts as failed. */
const toleratedErrors = 5;

const jobPath = (id: string) => `../sdcpp/v1/jobs/${encodeURIComponent(id)}`;
const reasonOf = ({ status, error }: Job) => (error?.message ? `${status}: ${error.message}` : status);

export function stableDiffusionImageModel(client: EngineClient, modelId: string, hooks?: GenerationHooks): ImageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "stable-diffusion.cpp",
    modelId,
    maxImagesPerCall: 1,
    async doGenerate(options) {
      const known = startedSchema.safeParse(hooks?.operation).data;
      const started = known ?? (await client.post("../sdcpp/v1/img_gen", bodyOf(options), startedSchema, options.abortSignal));
      if (!known) await hooks?.onAccepted({ id: started.id });
      const job = await waitForJob(client, started.id, options.abortSignal, hooks);
      return {
        images: listContents(job.result?.images),
        warnings: [],
        response: { timestamp: new Date(), modelId, headers: undefined },
      };
    },
  };
}

function bodyOf({ prompt = "", size, n, seed, files = [], mask, providerOptions }: ImageModelV4CallOptions): object {
  const options = providerOptions[stableDiffusionName] ?? {};
  // A mask and a strength say what happens to the image from which the engine starts.
  const starts = mask !== undefined || options.strength !== undefined;
  const [first, ...others] = files;
  const references = starts ? others : files;
  return {
    ...options,
    prompt,
    ...sidesOf(size),
    ...(n > 1 ? { batch_count: n } : {}),
    ...(seed === undefined ? {} : { seed }),
    ...(starts && first ? { init_image: dataUri(first) } : {}),
    ...(mask ? { mask_image: dataUri(mask) } : {}),
    ...(references.length > 0 ? { ref_images: references.map(dataUri) } : {}),
  };
}

/** Without hooks, the job is cancelled when its call is aborted: nothing could continue it. */
async function waitForJob(
  client: EngineClient,
  id: string,
  signal: AbortSignal | undefined,
  hooks: GenerationHooks | undefined,
): Promise<Job> {
  let errors = 0;
  try {
    for (let wait = firstPoll; ; wait = Math.min(wait * 1.5, longestPoll)) {
      const job = await client.get(jobPath(id), jobSchema, signal).catch((error: unknown) => {
        errors += 1;
        if (errors > toleratedErrors || signal?.aborted) throw error;
        return undefined;
      });
      const state = job && stateOfJob(job.status);
      if (job && state === "completed") return job;
      if (job && state === "ended") throw new EngineError(reasonOf(job));
      if (job) hooks?.report(job.queue_position ? { queue_position: job.queue_position } : {});
      await sleep(wait, undefined, signal ? { signal } : {});
    }
  } catch (error) {
    if (signal?.aborted && !hooks) await cancelJob(client, { id }).catch(() => undefined);
    throw error;
  }
}

export function stableDiffusionVideoModel(client: EngineClient, modelId: string): Experimental_VideoModelV4 {
  const answer = () => ({ timestamp: new Date(), modelId, headers: undefined });
  return {
    specificationVersion: "v4",
    provider: "stable-diffusion.cpp",
    modelId,
    maxVideosPerCall: 1,
    async doStart({ prompt = "", resolution, duration, fps, seed, image, frameImages, providerOptions, abortSignal }) {
      const { count, ...rate } = framesOf(duration, fps);
      const last = lastFrameOf(frameImages);
      const body = {
        ...providerOptions[stableDiffusionName],
        prompt,
        ...(seed === undefined ? {} : { seed }),
        ...sidesOf(resolution),
        ...rate,
        ...(count === undefined ? {} : { video_frames: count }),
        ...(image ? { init_image: dataUri(image) } : {}),
        ...(last ? { end_image: dataUri(last) } : {}),
      };
      const { id } = await client.post("../sdcpp/v1/vid_gen", body, startedSchema, abortSignal);
      return { operation: { id }, warnings: [], response: answer() };
    },
    async doStatus({ operation, abortSignal }) {
      const job = await client.get(jobPath(startedSchema.parse(operation).id), jobSchema, abortSignal);
      switch (stateOfJob(job.status)) {
        case "working":
          return { status: "pending", response: answer() };
        case "unknown":
          return { status: "pending", warnings: [unknownStatus(job.status)], response: answer() };
        case "ended":
          return { status: "error", error: reasonOf(job), response: answer() };
        case "completed": {
          const { b64_json: data, mime_type: mediaType } = job.result ?? {};
          const videos = data ? [{ type: "base64" as const, data, mediaType: mediaType ?? "video/webm" }] : [];
          return { status: "completed", videos, warnings: [], response: answer() };
        }
      }
    },
  };
}

export async function cancelJob(client: EngineClient, operation: unknown): Promise<void> {
  await client.notify("POST", `${jobPath(startedSchema.parse(operation).id)}/cancel`);
}
