import type { SharedV4ProviderMetadata } from "@ai-sdk/provider";
import * as z from "zod/mini";
import { readAmount } from "../../contract/amount.ts";
import type { TextCitation } from "../../contract/generationRequest.ts";
import { present } from "../../contract/present.ts";
import type { Dialect, MetadataReader } from "../provider.ts";
import { writeMediaCall } from "./addedFields.ts";
import { aspectRatio, isImageOrPdf, isText, pixelSize, refuse } from "./common.ts";
import { speechArguments } from "./openai.ts";
import { compatibleName, videoMetadataName } from "./optionNames.ts";
import { videoArguments } from "./videoArguments.ts";

/** Citations as OpenRouter adds them to a chat completion. */
const metadataSchema = z.object({ annotations: z.array(z.unknown()) });
const annotationSchema = z.object({
  url_citation: z.object({
    url: z.string(),
    title: z.nullish(z.string()),
    start_index: z.nullish(z.number()),
    end_index: z.nullish(z.number()),
  }),
});
const usageSchema = z.object({ cost: z.unknown() });
const videoSchema = z.object({ [videoMetadataName]: usageSchema });

const chatMetadata: MetadataReader = {
  citations(metadata: SharedV4ProviderMetadata, text: string): TextCitation[] {
    const found = metadataSchema.safeParse(metadata[compatibleName]);
    if (!found.success) return [];
    return found.data.annotations.flatMap((annotation) => {
      const read = annotationSchema.safeParse(annotation).data;
      if (!read) return [];
      const { url, title, start_index, end_index } = read.url_citation;
      return {
        url,
        title: title ?? url,
        start: Math.min(start_index ?? 0, text.length),
        end: Math.min(end_index ?? text.length, text.length),
      };
    });
  },
  cost: (metadata, rawUsage) =>
    readAmount(usageSchema.safeParse(rawUsage).data?.cost) ?? readAmount(videoSchema.safeParse(metadata).data?.[videoMetadataName].cost),
};

/** What some servers add to OpenAI's chat completions. */
interface ChatAdditions {
  /** Every model searches the web. */
  searches?: true;
  takesRatios?: true;
  takesPdf?: true;
  /** How the added fields of images are written. */
  images?: "openrouter" | "sglang" | "localai";
  video?: Dialect["video"];
}

/** Servers with OpenAI's chat completions. */
export function chatDialect(additions: ChatAdditions = {}): Dialect {
  return {
    text(model, request) {
      const canSearch = additions.searches || model.capabilities.tools?.includes("web_search");
      if (request.webSearch && !canSearch) return refuse(model, "tools", "has no web_search of its own.");
      return {
        tools: [],
        drawsByFunction: true,
        providerOptions: {
          [compatibleName]: {
            ...present({ textVerbosity: request.verbosity }),
            ...(request.webSearch ? { plugins: [{ id: "web" }] } : {}),
            ...(request.functions.length > 0 && !request.parallelToolCalls ? { parallel_tool_calls: false } : {}),
          },
        },
      };
    },
    image(model, request) {
      const size = pixelSize(request.size);
      const ratio = aspectRatio(request.aspectRatio);
      if (request.aspectRatio !== undefined && !(ratio && (additions.takesRatios || model.capabilities.aspect_ratio))) {
        return refuse(model, "aspect_ratio", "takes no aspect_ratio: use a size.");
      }
      const named = size ? undefined : request.size;
      const own = { ...model.options, ...present({ size: named, quality: request.quality, aspect_ratio: ratio }) };
      return writeMediaCall(additions.images ?? "compatible", model, request, compatibleName, { size }, own);
    },
    audio: speechArguments("compatibleSpeech"),
    video: additions.video ?? videoArguments(),
    takesFilesInOutputs: false,
    fileForm(file) {
      if (isText(file)) return "text";
      // Engines read images and, some of them, audio; only OpenRouter reads PDF.
      const isTaken =
        file.mediaType === "application/pdf"
          ? additions.takesPdf === true
          : isImageOrPdf(file) || /^audio\/(?:wav|mpeg|mp3)$/.test(file.mediaType);
      return isTaken ? "bytes" : undefined;
    },
    metadata: chatMetadata,
  };
}
