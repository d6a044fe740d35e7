import * as z from "zod/mini";
import { type ProviderModel, toProviderModel } from "../provider.ts";
import type { EngineClient } from "./engineClient.ts";

/** Source: OpenRouter, "List all video generation models". */
const videosSchema = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      created: z.nullish(z.number()),
      supported_aspect_ratios: z.nullish(z.array(z.string())),
      supported_resolutions: z.nullish(z.array(z.string())),
      supported_durations: z.nullish(z.array(z.number())),
      supported_frame_images: z.catch(z.nullish(z.array(z.string())), undefined),
      generate_audio: z.catch(z.nullish(z.boolean()), undefined),
      seed: z.catch(z.nullish(z.boolean()), undefined),
    }),
  ),
});

/** Seeds that every generator takes. */
const seeds = { minimum: 0, maximum: 2 ** 31 - 1 };

/** The general list of models does not contain video models. */
export async function readOpenrouterVideos(
  models: readonly ProviderModel[],
  client: EngineClient,
  signal: AbortSignal,
): Promise<ProviderModel[]> {
  const { data } = await client.get("videos/models", videosSchema, signal);
  const videos = data.map(({ id, created, ...reported }) => {
    const { supported_aspect_ratios: size, supported_resolutions: quality, supported_durations: duration } = reported;
    return toProviderModel(id, ["video"], {
      created: created ?? undefined,
      capabilities: {
        ...(size ? { size } : {}),
        ...(quality ? { quality } : {}),
        ...(duration ? { duration } : {}),
        ...(reported.supported_frame_images?.includes("last_frame") ? { last_frame: true } : {}),
        ...(reported.generate_audio ? { generate_audio: true } : {}),
        ...(reported.seed ? { seed: seeds } : {}),
      },
    });
  });
  const ids = new Set(videos.map(({ id }) => id));
  return [...models.filter(({ id }) => !ids.has(id)), ...videos];
}
