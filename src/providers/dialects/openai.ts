import type { SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { ImageSettings } from "../../contract/generationRequest.ts";
import { present } from "../../contract/present.ts";
import type { Dialect } from "../provider.ts";
import type { ParameterError } from "../request.ts";
import { writeMediaCall } from "./addedFields.ts";
import { chooseAudioFormat } from "./audioFormats.ts";
import { noMetadata, pixelSize, refuse, textImageOrPdf } from "./common.ts";
import { videoArguments } from "./videoArguments.ts";

/** Formats that `POST /audio/speech` writes. */
const speechFormats = ["mp3", "opus", "aac", "flac", "wav", "pcm"];

type ImageArguments = { size?: string; quality?: string };

function imageArguments(settings: ImageSettings): ImageArguments | ParameterError {
  if (settings.aspectRatio !== undefined) return { param: "tools", message: "image_generation takes no aspect_ratio here: use a size." };
  const size = pixelSize(settings.size);
  if (settings.size !== undefined && !size) return { param: "tools", message: "image_generation takes sizes like 1024x1024 here." };
  return present({ size, quality: settings.quality });
}

/** Arguments of `POST /audio/speech`, for OpenAI and compatible services. */
export const speechArguments =
  (column: "speech" | "compatibleSpeech"): NonNullable<Dialect["audio"]> =>
  (model, request) => {
    const format = chooseAudioFormat(model, request, model.capabilities.format ?? speechFormats);
    if ("param" in format) return format;
    return writeMediaCall(column, model, request, undefined, { voice: request.voice, ...format, speed: request.speed });
  };

/** OpenAI: Responses, images, speech and videos. */
export const openaiDialect: Dialect = {
  text(_, request) {
    const drawing = request.imageTool && imageArguments(request.imageTool);
    if (drawing && "param" in drawing) return drawing;
    const options: SharedV4ProviderOptions[string] = {
      store: false,
      parallelToolCalls: request.parallelToolCalls,
      ...present({ textVerbosity: request.verbosity }),
      // The package would leave the effort out for names that it does not know, such as those of deployments and of other engines.
      ...(request.effort === undefined ? {} : { reasoningSummary: "auto", forceReasoning: true }),
    };
    return {
      tools: [
        ...(request.webSearch ? [{ type: "provider" as const, id: "openai.web_search" as const, name: "web_search", args: {} }] : []),
        ...(drawing
          ? [{ type: "provider" as const, id: "openai.image_generation" as const, name: "image_generation", args: drawing }]
          : []),
      ],
      drawsByFunction: false,
      includesRawChunks: true,
      providerOptions: { openai: options },
    };
  },
  image(model, request) {
    const size = pixelSize(request.size);
    if (request.size !== undefined && !size) return refuse(model, "size", "takes sizes in pixels, like 1024x1024.");
    if (request.aspectRatio !== undefined) return refuse(model, "aspect_ratio", "takes no aspect_ratio: use a size.");
    return writeMediaCall(
      "openai",
      model,
      request,
      "openai",
      { size },
      present({ quality: request.quality, partial_images: model.options?.partial_images }),
    );
  },
  audio: speechArguments("speech"),
  video: videoArguments("openai"),
  takesFilesInOutputs: true,
  fileForm: textImageOrPdf,
  metadata: noMetadata,
};
