import type { Dialect } from "../provider.ts";
import { writeAddedFields } from "./addedFields.ts";
import { makesNoText, noMetadata, pixelSize, refuse } from "./common.ts";
import { comfyName } from "./optionNames.ts";

/** ComfyUI: images of workflows. What a workflow has no placeholder for is refused. */
export const comfyDialect: Dialect = {
  text: makesNoText,
  image(model, request) {
    if (model.workflow === undefined) return refuse(model, "model", "has no workflow file in the configuration.");
    const size = pixelSize(request.size);
    if (request.size !== undefined && !size) return refuse(model, "size", "takes sizes in pixels, like 512x512.");
    if (size && !model.capabilities.side) return refuse(model, "size", "has no {{width}} and {{height}} in its workflow.");
    if (request.aspectRatio !== undefined) return refuse(model, "aspect_ratio", "takes no aspect_ratio: use a size.");
    if (request.quality !== undefined) return refuse(model, "quality", "takes no quality.");
    const written = writeAddedFields("comfyui", model, request);
    if ("param" in written) return written;
    const { options, ...call } = written;
    return { ...call, size, providerOptions: { [comfyName]: { workflow: model.workflow, values: options } } };
  },
  takesFilesInOutputs: false,
  fileForm: () => undefined,
  metadata: noMetadata,
};
