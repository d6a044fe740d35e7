import * as z from "zod/mini";
import { describe } from "../listRemoteModels.ts";
import type { ProviderModel } from "../provider.ts";
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
    }),
  ),
});

/** The general list of models does not contain video models. */
export async function readOpenrouterVideos(
  models: readonly ProviderModel[],
  client: EngineClient,
  signal: AbortSignal,
): Promise<ProviderModel[]> {
  const { data } = await client.get("videos/models", videosSchema, signal);
  const videos = data.map(({ id, created, supported_aspect_ratios: size, supported_resolutions: quality, supported_durations: duration }) =>
    describe(id, ["video"], {
      created: created ?? undefined,
      capabilities: { ...(size ? { size } : {}), ...(quality ? { quality } : {}), ...(duration ? { duration } : {}) },
    }),
  );
  const ids = new Set(videos.map(({ id }) => id));
  return [...models.filter(({ id }) => !ids.has(id)), ...videos];
}
