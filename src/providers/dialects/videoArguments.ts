import type { VideoRequest } from "../../contract/generationRequest.ts";
import { present } from "../../contract/present.ts";
import type { VideoCall } from "../calls.ts";
import type { Dialect, ProviderModel } from "../provider.ts";
import type { ParameterError } from "../request.ts";
import { writeMediaCall } from "./addedFields.ts";
import { aspectRatio, pixelSize, refuse } from "./common.ts";
import { videoMetadataName } from "./optionNames.ts";

/** Pixels of the shorter side. */
const shortSides: Readonly<Record<string, number>> = {
  "360p": 360,
  "480p": 480,
  "540p": 540,
  "720p": 720,
  "1080p": 1080,
  "2k": 1440,
  "4k": 2160,
};
const usualQuality = "720p";

/** Computes a size in pixels, which these endpoints require, from a ratio and a quality. Codecs only accept even sides. */
function resolutionOf(model: ProviderModel, request: VideoRequest): VideoCall["resolution"] | ParameterError {
  const ratio = aspectRatio(request.size);
  if (request.size !== undefined && !ratio) return refuse(model, "size", "takes a size like 16:9.");
  const given = request.quality ?? (ratio ? (model.capabilities.quality?.[0] ?? usualQuality) : undefined);
  if (given === undefined) return undefined;
  const pixels = pixelSize(given);
  const [left = 16, right = 9] = ratio?.split(":").map(Number) ?? [];
  if (pixels) {
    const [width = 0, height = 0] = pixels.split("x").map(Number);
    if (!ratio || Math.abs((width / height) * (right / left) - 1) < 0.05) return pixels;
    return refuse(model, "size", "takes either a quality in pixels or a size when the two do not agree.");
  }
  const short = shortSides[given.toLowerCase()];
  if (short === undefined) return refuse(model, "quality", `takes ${Object.keys(shortSides).join(", ")}, or pixels like 1280x720.`);
  const even = (side: number) => Math.round(side / 2) * 2;
  return left >= right ? `${even((short * left) / right)}x${short}` : `${short}x${even((short * right) / left)}`;
}

/** Arguments of `/videos`, for OpenAI and compatible engines: one image to start with. `name`: of the provider's options. */
export function videoArguments(
  column: "openai" | "compatibleVideo" | "localaiVideo" | "stableDiffusion" = "compatibleVideo",
  name = videoMetadataName,
): Dialect["video"] {
  return (model, request) => {
    if (request.references.length > 1) return refuse(model, "image", "takes one reference image.");
    const resolution = resolutionOf(model, request);
    if (typeof resolution === "object") return resolution;
    return writeMediaCall(column, model, request, name, { resolution });
  };
}

export function openrouterVideoArguments(model: ProviderModel, request: VideoRequest): VideoCall | ParameterError {
  const ratio = aspectRatio(request.size);
  if (request.size !== undefined && !ratio) return refuse(model, "size", "takes a size like 16:9.");
  return writeMediaCall("openrouter", model, request, videoMetadataName, { aspectRatio: ratio }, present({ resolution: request.quality }));
}
