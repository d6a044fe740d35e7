/** The API of AUTOMATIC1111's web UI and its derivatives Forge and SD.Next. Source: stable-diffusion-webui, "API". */
import { randomUUID } from "node:crypto";
import type { ImageModelV4 } from "@ai-sdk/provider";
import * as z from "zod/mini";
import type { EngineClient } from "./engineClient.ts";
import { sidesOf } from "./frames.ts";
import { dataUri } from "./inlineFile.ts";
import { stableDiffusionName } from "./stableDiffusionJobs.ts";

const imagesSchema = z.object({ images: z.array(z.string()) });
const progressSchema = z.object({ current_task: z.nullish(z.string()) });

export function automatic1111ImageModel(client: EngineClient, modelId: string): ImageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "automatic1111",
    modelId,
    maxImagesPerCall: 1,
    async doGenerate({ prompt = "", size, n, seed, files = [], mask, providerOptions, abortSignal }) {
      const task = `task(${randomUUID()})`;
      const body = {
        ...providerOptions[stableDiffusionName],
        prompt,
        ...sidesOf(size),
        ...(n > 1 ? { batch_size: n } : {}),
        ...(seed === undefined ? {} : { seed }),
        ...(mask ? { mask: dataUri(mask) } : {}),
        ...(files.length > 0 ? { init_images: files.map(dataUri) } : {}),
        override_settings: { sd_model_checkpoint: modelId },
        // Loading the previous model again takes longer than drawing.
        override_settings_restore_afterwards: false,
        force_task_id: task,
      };
      try {
        const { images } = await client.post(files.length > 0 ? "img2img" : "txt2img", body, imagesSchema, abortSignal);
        return { images: images.slice(0, n), warnings: [], response: { timestamp: new Date(), modelId, headers: undefined } };
      } catch (error) {
        if (abortSignal?.aborted) await interrupt(client, task).catch(() => undefined);
        throw error;
      }
    },
  };
}

/** `/interrupt` stops the current image, whoever requested it, so it is only called while that is the image of `task`. */
async function interrupt(client: EngineClient, task: string): Promise<void> {
  const { current_task: current } = await client.get("progress?skip_current_image=true", progressSchema, AbortSignal.timeout(5_000));
  if (current === task) await client.notify("POST", "interrupt");
}
