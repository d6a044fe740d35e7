/** Determines the width and height of an image in pixels, or an error for values that the model refuses. */
import type { ImageSettings } from "../contract/generationRequest.ts";
import { ratioOf } from "../contract/imageSize.ts";
import type { ImageCapability } from "./capabilities.ts";

/**
 * A named size is the longer side; a size like `1024x768` is exact and must fit the ratio, if one is given. `param` is the wire name of the
 * refused field.
 */
export function imageSize(
  requested: ImageSettings,
  capability: ImageCapability,
): { width: number; height: number } | { param: "size" | "aspect_ratio"; reason: string } {
  const size = (requested.size ?? capability.defaultSize).trim().toLowerCase();
  const ratio = requested.aspectRatio === undefined ? undefined : ratioOf(requested.aspectRatio);
  const longSide = Object.hasOwn(capability.sizes, size) ? capability.sizes[size] : undefined;
  if (longSide !== undefined) {
    const shape = ratio ?? 1;
    return shape >= 1
      ? { width: longSide, height: Math.round(longSide / shape) }
      : { width: Math.round(longSide * shape), height: longSide };
  }
  const match = /^(\d{1,5})\s*[x×]\s*(\d{1,5})$/.exec(size);
  const { minimumSide, maximumSide } = capability;
  const [width, height] = [Number(match?.[1]), Number(match?.[2])];
  const inLimits = (side: number) => side >= minimumSide && side <= maximumSide;
  if (!match || !inLimits(width) || !inLimits(height)) {
    const names = Object.keys(capability.sizes).join(", ");
    return {
      param: "size",
      reason: `does not take this size. It takes: ${names}, or WIDTHxHEIGHT with ${minimumSide} to ${maximumSide} pixels a side.`,
    };
  }
  if (ratio !== undefined && Math.abs(width / height / ratio - 1) > 0.02) {
    return { param: "aspect_ratio", reason: "takes either a size in pixels or an aspect_ratio when the two do not agree." };
  }
  return { width, height };
}
