/** The messages of a request's input and their parts. Source: spec, "Input parts". */
import * as z from "zod/mini";

/** An input part of type `input_text`. */
const inputTextSchema = z.looseObject({ type: z.literal("input_text"), text: z.string() });
/** A document: `file_data` (base64, bare or as a data URI) or `file_url`. */
const inputFileSchema = z.looseObject({
  type: z.literal("input_file"),
  file_data: z.optional(z.string()),
  file_url: z.optional(z.string()),
  filename: z.optional(z.string()),
});
/** An image: a URL or a base64 data URI. */
const inputImageSchema = z.looseObject({ type: z.literal("input_image"), image_url: z.string() });
/** Audio. The spec shows no fields: we send and accept `audio_url` (URL or data URI), or the usual `input_audio {data, format}`. */
const inputAudioSchema = z.looseObject({
  type: z.literal("input_audio"),
  audio_url: z.optional(z.string()),
  input_audio: z.optional(z.looseObject({ data: z.string(), format: z.optional(z.string()) })),
});
/** A video. The spec shows no fields: we send and accept `video_url` (URL or data URI). */
const inputVideoSchema = z.looseObject({ type: z.literal("input_video"), video_url: z.string() });
/** The answer's own text, returned as history by standard clients. */
const outputTextInputSchema = z.looseObject({ type: z.literal("output_text"), text: z.string() });

export const inputPartSchema = z.discriminatedUnion("type", [
  inputTextSchema,
  inputFileSchema,
  inputImageSchema,
  inputAudioSchema,
  inputVideoSchema,
  outputTextInputSchema,
]);
export type InputPart = z.infer<typeof inputPartSchema>;

export const inputMessageSchema = z.looseObject({
  type: z.optional(z.literal("message")),
  role: z.enum(["user", "assistant"]),
  content: z.union([z.string(), z.array(inputPartSchema)]),
});
export type InputMessage = z.infer<typeof inputMessageSchema>;
