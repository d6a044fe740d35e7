/** The stream events that the client handles. Unknown events do not parse, and the reader skips them. */
import * as z from "zod/mini";
import { errorObjectSchema } from "./errors.ts";
import { lenientNumber, lenientText } from "./lenient.ts";
import { annotationSchema, contentPartSchema, endedResponseSchema, outputItemSchema, responseSchema } from "./response.ts";

const location = {
  sequence_number: lenientNumber,
  item_id: lenientText,
  output_index: lenientNumber,
};
const partLocation = { ...location, content_index: lenientNumber };
const summaryLocation = { ...location, summary_index: lenientNumber };

const responseEvent = <const Type extends string>(type: Type) => z.looseObject({ type: z.literal(type), response: responseSchema });
const endEvent = <const Type extends string>(type: Type) => z.looseObject({ type: z.literal(type), response: endedResponseSchema });
const imageEvent = <const Type extends string>(type: Type) => z.looseObject({ type: z.literal(type), ...location });

export const streamEventSchema = z.discriminatedUnion("type", [
  responseEvent("response.created"),
  responseEvent("response.queued"),
  responseEvent("response.in_progress"),
  endEvent("response.completed"),
  endEvent("response.incomplete"),
  endEvent("response.failed"),
  z.looseObject({ type: z.literal("response.output_item.added"), ...location, item: outputItemSchema }),
  z.looseObject({ type: z.literal("response.output_item.done"), ...location, item: outputItemSchema }),
  z.looseObject({ type: z.literal("response.content_part.added"), ...partLocation, part: contentPartSchema }),
  z.looseObject({ type: z.literal("response.content_part.done"), ...partLocation, part: contentPartSchema }),
  z.looseObject({ type: z.literal("response.output_text.delta"), ...partLocation, delta: z.string() }),
  z.looseObject({ type: z.literal("response.output_text.done"), ...partLocation, text: z.string() }),
  z.looseObject({
    type: z.literal("response.output_text.annotation.added"),
    ...partLocation,
    annotation_index: lenientNumber,
    annotation: annotationSchema,
  }),
  z.looseObject({ type: z.literal("response.refusal.delta"), ...partLocation, delta: z.string() }),
  z.looseObject({ type: z.literal("response.refusal.done"), ...partLocation, refusal: z.string() }),
  z.looseObject({ type: z.literal("response.reasoning_summary_part.added"), ...summaryLocation }),
  z.looseObject({ type: z.literal("response.reasoning_summary_part.done"), ...summaryLocation }),
  z.looseObject({ type: z.literal("response.reasoning_summary_text.delta"), ...summaryLocation, delta: z.string() }),
  z.looseObject({ type: z.literal("response.reasoning_summary_text.done"), ...summaryLocation, text: z.string() }),
  z.looseObject({ type: z.literal("response.reasoning_text.delta"), ...partLocation, delta: z.string() }),
  z.looseObject({ type: z.literal("response.reasoning_text.done"), ...partLocation, text: z.string() }),
  imageEvent("response.image_generation_call.in_progress"),
  imageEvent("response.image_generation_call.generating"),
  z.looseObject({ type: z.literal("response.image_generation_call.partial_image"), ...location, partial_image_b64: z.string() }),
  imageEvent("response.image_generation_call.completed"),
  z.looseObject({
    type: z.literal("error"),
    error: z.optional(errorObjectSchema),
    message: lenientText,
    code: lenientText,
  }),
]);
/** One event of the stream of `POST /responses`, in the order in which a standard Responses service sends them. */
export type StreamEvent = z.infer<typeof streamEventSchema>;
