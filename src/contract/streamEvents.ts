/** JSON of one server-sent event in; a member of a closed union of the events that we act on out. Unknown events do not parse and are skipped by the reader. */
import * as z from "zod/mini";
import { errorObjectSchema } from "./errors.ts";
import { annotationSchema, contentPartSchema, outputItemSchema, responseSchema } from "./response.ts";

const place = {
  sequence_number: z.optional(z.nullable(z.number())),
  item_id: z.optional(z.nullable(z.string())),
  output_index: z.optional(z.nullable(z.number())),
};
const partPlace = { ...place, content_index: z.optional(z.nullable(z.number())) };
const summaryPlace = { ...place, summary_index: z.optional(z.nullable(z.number())) };

const responseEvent = <const Type extends string>(type: Type) => z.looseObject({ type: z.literal(type), response: responseSchema });
const imageEvent = <const Type extends string>(type: Type) => z.looseObject({ type: z.literal(type), ...place });

export const streamEventSchema = z.discriminatedUnion("type", [
  responseEvent("response.created"),
  responseEvent("response.queued"),
  responseEvent("response.in_progress"),
  responseEvent("response.completed"),
  responseEvent("response.incomplete"),
  responseEvent("response.failed"),
  z.looseObject({ type: z.literal("response.output_item.added"), ...place, item: outputItemSchema }),
  z.looseObject({ type: z.literal("response.output_item.done"), ...place, item: outputItemSchema }),
  z.looseObject({ type: z.literal("response.content_part.added"), ...partPlace, part: contentPartSchema }),
  z.looseObject({ type: z.literal("response.content_part.done"), ...partPlace, part: contentPartSchema }),
  z.looseObject({ type: z.literal("response.output_text.delta"), ...partPlace, delta: z.string() }),
  z.looseObject({ type: z.literal("response.output_text.done"), ...partPlace, text: z.string() }),
  z.looseObject({
    type: z.literal("response.output_text.annotation.added"),
    ...partPlace,
    annotation_index: z.optional(z.nullable(z.number())),
    annotation: annotationSchema,
  }),
  z.looseObject({ type: z.literal("response.refusal.delta"), ...partPlace, delta: z.string() }),
  z.looseObject({ type: z.literal("response.refusal.done"), ...partPlace, refusal: z.string() }),
  z.looseObject({ type: z.literal("response.reasoning_summary_part.added"), ...summaryPlace }),
  z.looseObject({ type: z.literal("response.reasoning_summary_part.done"), ...summaryPlace }),
  z.looseObject({ type: z.literal("response.reasoning_summary_text.delta"), ...summaryPlace, delta: z.string() }),
  z.looseObject({ type: z.literal("response.reasoning_summary_text.done"), ...summaryPlace, text: z.string() }),
  z.looseObject({ type: z.literal("response.reasoning_text.delta"), ...partPlace, delta: z.string() }),
  z.looseObject({ type: z.literal("response.reasoning_text.done"), ...partPlace, text: z.string() }),
  imageEvent("response.image_generation_call.in_progress"),
  imageEvent("response.image_generation_call.generating"),
  z.looseObject({ type: z.literal("response.image_generation_call.partial_image"), ...place, partial_image_b64: z.string() }),
  imageEvent("response.image_generation_call.completed"),
  z.looseObject({
    type: z.literal("error"),
    error: z.optional(errorObjectSchema),
    message: z.optional(z.nullable(z.string())),
    code: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  }),
]);
/** One event of the stream of `POST /responses`, in the order that a standard Responses service sends it. */
export type StreamEvent = z.infer<typeof streamEventSchema>;
export type StreamEventType = StreamEvent["type"];
