import type { VideoRequest } from "../../contract/generationRequest.ts";
import type { VideoCall } from "../calls.ts";
import type { Dialect, ProviderModel } from "../provider.ts";
import type { ParameterError } from "../request.ts";
import { writeMediaCall } from "./addedFields.ts";
import { anthropicDialect } from "./anthropic.ts";
import { aspectRatio, noMetadata, pixelSize, refuse, textImageOrPdf } from "./common.ts";
import { writeFalVideo } from "./falVideos.ts";
import { googleDialect } from "./google.ts";
import { openaiDialect } from "./openai.ts";

/** Any AI SDK package, with the options that all packages share. */
const plainDialect = packageDialect("plain");
/** Packages that pass on options which they do not know. fal's also takes options for diffusion. */
const passingDialects: Readonly<Record<string, Dialect>> = {
  "@ai-sdk/fal": { ...packageDialect("fal"), video: writeFalVideo },
  "@ai-sdk/replicate": { ...plainDialect, video: writeReplicateVideo },
};

/** Azure draws by itself only where an image model is deployed beside the one that writes. */
const azureText: Dialect["text"] = (model, request) => {
  const call = openaiDialect.text(model, { ...request, imageTool: undefined });
  return "param" in call ? call : { ...call, drawsByFunction: true };
};

/** Packages of providers that are a type of their own, too: texts are written for them in the same way. */
const textDialects: Readonly<Record<string, Dialect>> = {
  "@ai-sdk/anthropic": anthropicDialect,
  "@ai-sdk/azure": { ...openaiDialect, text: azureText },
  "@ai-sdk/google": googleDialect,
  "@ai-sdk/google-vertex": googleDialect,
  "@ai-sdk/openai": openaiDialect,
};

/** Perplexity has no functions. Hugging Face's package leaves out calls and what functions have answered, so that a model calls for ever. */
const withoutFunctions: ReadonlySet<string> = new Set(["@ai-sdk/huggingface", "@ai-sdk/perplexity"]);
const functionlessText: Dialect["text"] = (model, request) => {
  if (request.functions.length > 0) return refuse(model, "tools", "takes no functions from this package.");
  const call = plainDialect.text(model, request);
  return "param" in call ? call : { ...call, drawsByFunction: false };
};

/** The dialect of a package: media are written as for all packages, and texts as for its provider if that is known. */
export function dialectOfPackage(name: string): Dialect {
  if (withoutFunctions.has(name)) return { ...plainDialect, text: functionlessText };
  const known = textDialects[name];
  const media = passingDialects[name] ?? plainDialect;
  if (!known) return media;
  const { text, takesFilesInOutputs, fileForm, metadata } = known;
  return { ...media, text, takesFilesInOutputs, fileForm, metadata, returnsPlainReasoning: false };
}

/** `column`: how added fields of images are written, and the name of the package's options. */
function packageDialect(column: "plain" | "fal"): Dialect {
  return {
    text(model, request) {
      if (request.webSearch) return refuse(model, "tools", "has no web_search that this service knows how to ask for.");
      if (request.functions.length > 0 && !request.parallelToolCalls) {
        return refuse(model, "parallel_tool_calls", "decides by itself how many functions it calls at once.");
      }
      return { tools: [], drawsByFunction: true, providerOptions: {} };
    },
    image(model, request) {
      const [size, ratio] = [pixelSize(request.size), aspectRatio(request.aspectRatio)];
      if (request.size !== undefined && !size) return refuse(model, "size", "takes sizes in pixels, like 1024x1024.");
      if (request.aspectRatio !== undefined && !ratio) return refuse(model, "aspect_ratio", "takes an aspect_ratio like 16:9.");
      if (request.quality !== undefined) return refuse(model, "quality", "takes no quality.");
      return writeMediaCall(column, model, request, column, { size, aspectRatio: ratio });
    },
    audio(model, request) {
      return writeMediaCall(column, model, request, undefined, {
        voice: request.voice,
        outputFormat: request.format,
        speed: request.speed,
      });
    },
    video(model, request) {
      const arguments_ = videoArgumentsOf(model, request);
      if ("param" in arguments_) return arguments_;
      return writeMediaCall(column, model, request, column, arguments_);
    },
    takesFilesInOutputs: false,
    fileForm: textImageOrPdf,
    metadata: noMetadata,
    returnsPlainReasoning: true,
  };
}

function videoArgumentsOf(model: ProviderModel, { size, quality }: VideoRequest) {
  const [ratio, resolution] = [aspectRatio(size), pixelSize(quality)];
  if (size !== undefined && !ratio) return refuse(model, "size", "takes a size like 16:9.");
  if (quality !== undefined && !resolution) return refuse(model, "quality", "takes qualities in pixels, like 1280x720.");
  return { aspectRatio: ratio, resolution };
}

/** Replicate's package leaves out all images where there are several, without a warning. */
function writeReplicateVideo(model: ProviderModel, request: VideoRequest): VideoCall | ParameterError {
  if (request.references.length > 1) return refuse(model, "image", "takes one reference image from this package.");
  const given = videoArgumentsOf(model, request);
  return "param" in given ? given : writeMediaCall("replicateVideo", model, request, "replicate", given);
}
