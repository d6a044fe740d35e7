import type { ModelCapabilities } from "./models.ts";

/** Whether a model of images only enlarges them: it takes no size, so it must not be offered to whoever wants an image. */
export function onlyUpscales(capabilities: ModelCapabilities | undefined): boolean {
  return capabilities?.size?.length === 0 && (capabilities.upscale?.length ?? 0) > 0;
}
