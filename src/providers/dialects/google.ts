import * as z from "zod/mini";
import type { TextCitation } from "../../contract/generationRequest.ts";
import { present } from "../../contract/present.ts";
import type { Dialect, MetadataReader } from "../provider.ts";
import { writeMediaCall } from "./addedFields.ts";
import { chooseAudioFormat } from "./audioFormats.ts";
import { aspectRatio, isText, refuse } from "./common.ts";

const groundingSchema = z.object({
  groundingMetadata: z.object({
    groundingChunks: z.array(z.object({ web: z.nullish(z.object({ uri: z.string(), title: z.nullish(z.string()) })) })),
    groundingSupports: z.nullish(
      z.array(
        z.object({
          segment: z.nullish(z.object({ startIndex: z.nullish(z.number()), endIndex: z.nullish(z.number()) })),
          groundingChunkIndices: z.nullish(z.array(z.number())),
        }),
      ),
    ),
  }),
});

/** Google counts UTF-8 bytes; the interface counts UTF-16 code units. */
function unitsOfBytes(bytes: Buffer, count: number): number {
  return bytes.toString("utf8", 0, Math.min(count, bytes.byteLength)).length;
}

const groundingMetadata: MetadataReader = {
  citations(metadata, text): TextCitation[] {
    const found = groundingSchema.safeParse(metadata.google ?? metadata.vertex);
    if (!found.success) return [];
    const { groundingChunks, groundingSupports } = found.data.groundingMetadata;
    const bytes = Buffer.from(text);
    return (groundingSupports ?? []).flatMap(({ segment, groundingChunkIndices }) =>
      (groundingChunkIndices ?? []).flatMap((index) => {
        const web = groundingChunks[index]?.web;
        if (!web) return [];
        const start = unitsOfBytes(bytes, segment?.startIndex ?? 0);
        return [{ url: web.uri, title: web.title ?? web.uri, start, end: unitsOfBytes(bytes, segment?.endIndex ?? bytes.byteLength) }];
      }),
    );
  },
  cost: () => undefined,
};

const namedSizes = ["1k", "2k", "4k"];
const resolutions: Readonly<Record<string, `${number}x${number}`>> = { "720p": "1280x720", "1080p": "1920x1080", "4k": "3840x2160" };

/** Gemini models that can draw have "image" in their name. */
const drawsNatively = (id: string) => /image/.test(id);

/** Source: Gemini API, "Files". */
const takenTypes = /^image\/(?:png|jpeg|webp|heic|heif)$|^(?:audio|video)\/|^application\/pdf$/;

/** Google: Gemini, Imagen and Veo. */
export const googleDialect: Dialect = {
  text(model, request) {
    if (request.functions.length > 0 && !request.parallelToolCalls) {
      return refuse(model, "parallel_tool_calls", "decides by itself how many functions it calls at once.");
    }
    const drawing = request.imageTool && drawsNatively(model.id) ? request.imageTool : undefined;
    if (drawing?.quality !== undefined) return refuse(model, "tools", "takes no quality in image_generation.");
    return {
      tools: request.webSearch ? [{ type: "provider", id: "google.google_search", name: "google_search", args: {} }] : [],
      drawsByFunction: drawing === undefined,
      providerOptions: {
        google: {
          ...(request.effort === undefined ? {} : { thinkingConfig: { includeThoughts: true } }),
          ...(drawing
            ? {
                responseModalities: ["TEXT", "IMAGE"],
                imageConfig: present({ aspectRatio: drawing.aspectRatio, imageSize: drawing.size?.toUpperCase() }),
              }
            : {}),
        },
      },
    };
  },
  image(model, request) {
    if (request.quality !== undefined) return refuse(model, "quality", "takes no quality.");
    const size = request.size?.trim().toLowerCase();
    if (size !== undefined && !namedSizes.includes(size)) return refuse(model, "size", `takes the sizes ${namedSizes.join(", ")}.`);
    const ratio = aspectRatio(request.aspectRatio);
    if (request.aspectRatio !== undefined && !ratio) return refuse(model, "aspect_ratio", "takes an aspect_ratio like 16:9.");
    const imageSize = size?.toUpperCase();
    const sized = drawsNatively(model.id) ? { imageConfig: present({ imageSize }) } : present({ sampleImageSize: imageSize });
    return writeMediaCall("gemini", model, request, "google", { aspectRatio: ratio }, size === undefined ? {} : sized);
  },
  audio(model, request) {
    if (request.speed !== undefined && request.speed !== 1) return refuse(model, "speed", "speaks at one speed.");
    const format = chooseAudioFormat(model, request, ["wav"]);
    if ("param" in format) return format;
    return writeMediaCall("gemini", model, request, undefined, { voice: request.voice, ...format, speed: undefined });
  },
  video(model, request) {
    const ratio = aspectRatio(request.size);
    if (request.size !== undefined && !ratio) return refuse(model, "size", "takes a size like 16:9.");
    const resolution = request.quality === undefined ? undefined : resolutions[request.quality.toLowerCase()];
    if (request.quality !== undefined && !resolution) {
      return refuse(model, "quality", `takes the qualities ${Object.keys(resolutions).join(", ")}.`);
    }
    return writeMediaCall("veo", model, request, "google", { aspectRatio: ratio, resolution });
  },
  takesFilesInOutputs: false,
  fileForm: (file) => (isText(file) ? "text" : takenTypes.test(file.mediaType) ? "bytes" : undefined),
  metadata: groundingMetadata,
};
