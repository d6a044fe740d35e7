import * as z from "zod/mini";
import type { Kind } from "../../contract/kind.ts";
import type { ProviderModel } from "../provider.ts";
import type { EngineClient } from "./engineClient.ts";

/** Source: stable-diffusion.cpp, "sdcpp API": `GET /sdcpp/v1/capabilities`. */
const capabilitiesSchema = z.object({
  supported_modes: z.optional(z.array(z.string())),
  defaults: z.optional(z.object({ width: z.optional(z.number()), height: z.optional(z.number()) })),
  limits: z.optional(z.object({ min_width: z.number(), max_width: z.number(), min_height: z.number(), max_height: z.number() })),
});

/** Reads the one model that the server has loaded. */
export async function readStableDiffusionModels(
  models: readonly ProviderModel[],
  client: EngineClient,
  signal: AbortSignal,
): Promise<ProviderModel[]> {
  const { supported_modes: modes, defaults, limits } = await client.get("../sdcpp/v1/capabilities", capabilitiesSchema, signal);
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
    capabilities: { ...model.capabilities, ...(kinds.includes("image") && size ? { size } : {}), ...(side ? { side } : {}) },
  }));
}
