import * as z from "zod/mini";
import type { Kind } from "../../contract/kind.ts";
import type { Capabilities } from "../../contract/models.ts";
import { diffusionFields, framesPerSecond, imageChanges } from "../announcedFields.ts";
import type { ProviderModel } from "../provider.ts";
import type { EngineClient } from "./engineClient.ts";

/** Source: stable-diffusion.cpp, "sdcpp API": `GET /sdcpp/v1/capabilities`. */
const capabilitiesSchema = z.object({
  supported_modes: z.optional(z.array(z.string())),
  defaults: z.optional(z.object({ width: z.optional(z.number()), height: z.optional(z.number()) })),
  limits: z.optional(
    z.object({
      min_width: z.number(),
      max_width: z.number(),
      min_height: z.number(),
      max_height: z.number(),
      max_batch_count: z.catch(z.optional(z.number()), undefined),
    }),
  ),
  output_formats: z.catch(z.optional(z.array(z.string())), undefined),
  output_formats_by_mode: z.catch(z.optional(z.object({ img_gen: z.optional(z.array(z.string())) })), undefined),
  features_by_mode: z.catch(z.optional(z.object({ img_gen: z.optional(z.record(z.string(), z.unknown())) })), undefined),
});

/** Reads the one model that the server has loaded. */
export async function readStableDiffusionModels(
  models: readonly ProviderModel[],
  client: EngineClient,
  signal: AbortSignal,
): Promise<ProviderModel[]> {
  const reported = await client.get("../sdcpp/v1/capabilities", capabilitiesSchema, signal);
  const { supported_modes: modes, defaults, limits } = reported;
  const kinds: Kind[] = [
    ...(modes?.includes("vid_gen") ? (["video"] as const) : []),
    ...((modes?.includes("img_gen") ?? true) ? (["image"] as const) : []),
  ];
  const size = defaults?.width && defaults.height ? [`${defaults.width}x${defaults.height}`] : undefined;
  const side = limits && {
    minimum: Math.max(limits.min_width, limits.min_height),
    maximum: Math.min(limits.max_width, limits.max_height),
  };
  return models.map((model) => ({
    ...model,
    kinds,
    capabilities: {
      ...model.capabilities,
      ...(kinds.includes("image") && size ? { size } : {}),
      ...(side ? { side } : {}),
      ...addedOf(reported),
      // Source: stable-diffusion.cpp, `vid_gen` of the "sdcpp API".
      ...(kinds.includes("video") ? { last_frame: true as const, fps: framesPerSecond } : {}),
      ...(kinds.includes("image") ? { progress: true, cancel: true } : {}),
    },
  }));
}

/** Every model takes the fields of diffusion. A mask needs the engine's feature of that name, unless the version reports no features. */
function addedOf(reported: z.infer<typeof capabilitiesSchema>): Partial<Capabilities> {
  const features = reported.features_by_mode?.img_gen;
  const formats = reported.output_formats_by_mode?.img_gen ?? reported.output_formats;
  const most = reported.limits?.max_batch_count;
  return {
    ...diffusionFields,
    ...(most !== undefined && most > 1 ? { n: { minimum: 1, maximum: most } } : {}),
    ...(features?.mask_image === false ? {} : imageChanges),
    ...(formats && formats.length > 0 ? { output_format: formats } : {}),
  };
}
