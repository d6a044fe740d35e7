import { type AddedField, addedNames } from "../../contract/addedFields.ts";
import type { ImageRequest } from "../../contract/generationRequest.ts";
import type { Dialect } from "../provider.ts";
import { writeMediaCall } from "./addedFields.ts";
import { makesNoText, noMetadata, pixelSize, refuse } from "./common.ts";
import { stableDiffusionName } from "./optionNames.ts";
import { videoArguments } from "./videoArguments.ts";

/** stable-diffusion.cpp: images and videos. */
export const stableDiffusionDialect: Dialect = {
  text: makesNoText,
  image: imageArguments("stableDiffusion"),
  video: videoArguments("stableDiffusion", stableDiffusionName),
  takesFilesInOutputs: false,
  fileForm: () => undefined,
  metadata: noMetadata,
};

/** Arguments of engines that draw in pixels. */
export function imageArguments(column: "stableDiffusion" | "automatic1111"): Dialect["image"] {
  return (model, request) => {
    const size = pixelSize(request.size);
    if (request.size !== undefined && !size) return refuse(model, "size", "takes sizes in pixels, like 512x512.");
    if (request.aspectRatio !== undefined) return refuse(model, "aspect_ratio", "takes no aspect_ratio: use a size.");
    if (request.quality !== undefined) return refuse(model, "quality", "takes no quality.");
    const beside = besideUpscale(request);
    if (column === "automatic1111" && beside !== undefined) return refuse(model, beside, `takes no ${beside} together with upscale.`);
    return writeMediaCall(column, model, request, stableDiffusionName, { size }, { ...model.options });
  };
}

/** An added field beside `upscale`, which is a request of its own; undefined: there is none. */
function besideUpscale({ added = {}, size }: ImageRequest): AddedField | "size" | undefined {
  if (added.upscale === undefined) return undefined;
  if (size !== undefined) return "size";
  return addedNames.find((name) => name !== "upscale" && added[name] !== undefined && !(name === "n" && added.n === 1));
}
