import { stableDiffusionName } from "../engines/stableDiffusionJobs.ts";
import type { Dialect } from "../provider.ts";
import { makesNone, noMetadata, pixelSize, refuse } from "./common.ts";
import { videoArguments } from "./videoArguments.ts";

/** stable-diffusion.cpp: images and videos. */
export const stableDiffusionDialect: Dialect = {
  text: makesNone("text"),
  image(model, request) {
    const size = pixelSize(request.size);
    if (request.size !== undefined && !size) return refuse(model, "size", "takes sizes in pixels, like 512x512.");
    if (request.aspectRatio !== undefined) return refuse(model, "aspect_ratio", "takes no aspect_ratio: use a size.");
    if (request.quality !== undefined) return refuse(model, "quality", "takes no quality.");
    return { size, providerOptions: { [stableDiffusionName]: { ...model.options } } };
  },
  speech: makesNone("speech"),
  video: videoArguments,
  takesFilesInOutputs: false,
  fileForm: () => undefined,
  metadata: noMetadata,
};
