/** The API of AUTOMATIC1111's web UI and its derivatives Forge and SD.Next. Source: stable-diffusion-webui, "API". */

import { randomUUID } from "node:crypto";
import type { ImageModelV4, ImageModelV4File } from "@ai-sdk/provider";
import * as z from "zod/mini";
import { parseJson } from "../../contract/parseJson.ts";
import { present } from "../../contract/present.ts";
import { readImageHeader } from "../../media/images/readImageHeader.ts";
import { stableDiffusionName } from "../dialects/optionNames.ts";
import { type GenerationHooks, previewOf } from "../generationHooks.ts";
import type { EngineClient } from "./engineClient.ts";
import { sidesOf } from "./frames.ts";
import { bytesOf, dataUri } from "./inlineFile.ts";

const upscalersSchema = z.array(z.object({ name: z.string() }));
const enlargedSchema = z.object({ image: z.string() });
/** `info`: JSON as a text. */
const imagesSchema = z.object({ images: z.array(z.string()), info: z.optional(z.unknown()) });
const infoSchema = z.object({ index_of_first_image: z.int().check(z.nonnegative()) });
const taskSchema = z.object({ current_task: z.nullish(z.string()) });
/** `progress` is from 0 to 1. */
const progressSchema = z.extend(taskSchema, {
  progress: z.catch(z.nullish(z.number()), undefined),
  current_image: z.catch(z.nullish(z.string()), undefined),
});

/** Milliseconds between two questions about the progress. */
const progressInterval = 1_000;

export function automatic1111ImageModel(client: EngineClient, modelId: string, hooks?: GenerationHooks): ImageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "automatic1111",
    modelId,
    maxImagesPerCall: 1,
    async doGenerate({ prompt = "", size, n, seed, files = [], mask, providerOptions, abortSignal }) {
      const { upscaling_resize: factor, upscaler_1: upscaler } = providerOptions[stableDiffusionName] ?? {};
      const [image] = files;
      if (factor !== undefined && image !== undefined) {
        const name = typeof upscaler === "string" ? upscaler : await findUpscaler(client, abortSignal);
        const enlarged = { image: dataUri(image), resize_mode: 0, upscaling_resize: factor, upscaler_1: name };
        const made = await client.post("extra-single-image", enlarged, enlargedSchema, abortSignal);
        return { images: [made.image], warnings: [], response: { timestamp: new Date(), modelId, headers: undefined } };
      }
      const task = `task(${randomUUID()})`;
      const body = {
        ...providerOptions[stableDiffusionName],
        prompt,
        ...(size === undefined && mask === undefined ? sidesOfImage(image) : sidesOf(size)),
        ...(n > 1 ? { batch_size: n } : {}),
        ...present({ seed }),
        ...(mask ? { mask: dataUri(mask) } : {}),
        ...(files.length > 0 ? { init_images: files.map(dataUri) } : {}),
        override_settings: { sd_model_checkpoint: modelId },
        // Loading the previous model again takes longer than drawing.
        override_settings_restore_afterwards: false,
        force_task_id: task,
      };
      const endProgress = hooks && readRepeatedly(() => readProgress(client, task, hooks));
      try {
        const { images, info } = await client.post(files.length > 0 ? "img2img" : "txt2img", body, imagesSchema, abortSignal);
        // A grid of all images may precede them, and what extensions have made may follow.
        const first = images.length > n ? firstImage(info) : 0;
        return { images: images.slice(first, first + n), warnings: [], response: { timestamp: new Date(), modelId, headers: undefined } };
      } catch (error) {
        if (abortSignal?.aborted) await interrupt(client, task).catch(() => undefined);
        throw error;
      } finally {
        endProgress?.();
      }
    },
  };
}

/** Longest side that the web UI's controls offer, and the unit of the sides of what models draw. */
const longestSide = 2_048;
const sideUnit = 8;

/** Without sides, the image is squeezed into 512 x 512 pixels. What a mask selects is put into the whole image, so it needs none. */
function sidesOfImage(image: ImageModelV4File | undefined): { width?: number; height?: number } {
  const header = image?.type === "file" ? readImageHeader(bytesOf(image)) : undefined;
  if (header === undefined) return {};
  const isTurned = (header.orientation ?? 1) > 4;
  const [width, height] = isTurned ? [header.height, header.width] : [header.width, header.height];
  const scale = Math.min(1, longestSide / Math.max(width, height));
  const sideOf = (pixels: number) => Math.max(sideUnit, Math.round((pixels * scale) / sideUnit) * sideUnit);
  return { width: sideOf(width), height: sideOf(height) };
}

function firstImage(info: unknown): number {
  const read = infoSchema.safeParse(typeof info === "string" ? parseJson(info) : info);
  return read.data?.index_of_first_image ?? 0;
}

/** A model that enlarges, if one is installed. The names of those that only interpolate are fixed. */
async function findUpscaler(client: EngineClient, signal: AbortSignal | undefined): Promise<string> {
  const names = (await client.get("upscalers", upscalersSchema, signal)).map(({ name }) => name);
  const models = names.filter((name) => !/^(?:None|Lanczos|Nearest)$/i.test(name));
  return models.find((name) => /^R-ESRGAN 4x\+$/.test(name)) ?? models[0] ?? "Lanczos";
}

/** Calls `read`, one call after another, until the returned function is called. */
function readRepeatedly(read: () => Promise<void>): () => void {
  let timer = setTimeout(next, progressInterval);
  let isEnded = false;
  async function next(): Promise<void> {
    // The result does not depend on it.
    await read().catch(() => undefined);
    if (!isEnded) timer = setTimeout(next, progressInterval);
  }
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}

/** Versions that do not name the current task work on one at a time, which may be another client's. */
async function readProgress(client: EngineClient, task: string, hooks: GenerationHooks): Promise<void> {
  const {
    current_task: current,
    progress,
    current_image: image,
  } = await client.get("progress", progressSchema, AbortSignal.timeout(5_000));
  if (current !== undefined && current !== task) return;
  const percent = typeof progress === "number" && progress >= 0 && progress <= 1 ? Math.round(progress * 100) : undefined;
  const preview = image ? await previewOf(Buffer.from(image.replace(/^data:[^,]*,/, ""), "base64")) : undefined;
  hooks.report(present({ percent, preview }));
}

/** `/interrupt` stops the current image, whoever requested it, so it is only called while that is the image of `task`. */
async function interrupt(client: EngineClient, task: string): Promise<void> {
  const { current_task: current } = await client.get("progress?skip_current_image=true", taskSchema, AbortSignal.timeout(5_000));
  if (current === task) await client.notify("POST", "interrupt");
}
