/** The Response object, its items, parts and annotations. Source: spec, "Response object", "Output items of a Response". */
import * as z from "zod/mini";
import { errorObjectSchema } from "./errors.ts";
import { plainItem, plainResponse } from "./foreignResponse.ts";
import { lenient, lenientList, lenientNumber, lenientText as optionalText } from "./lenient.ts";
import { usageSchema } from "./usage.ts";

/** `url_citation`; real services leave out the title or the indexes (UTF-16 code units of the part's text, end exclusive). */
const urlCitationSchema = z.looseObject({
  type: z.literal("url_citation"),
  url: z.string(),
  title: optionalText,
  start_index: lenientNumber,
  end_index: lenientNumber,
});
export type UrlCitation = z.infer<typeof urlCitationSchema>;

/** An annotation of any type; `isUrlCitation` narrows it. */
export const annotationSchema = z.looseObject({ type: z.string() });
export type Annotation = z.infer<typeof annotationSchema>;

/** A part of any type in a message's `content`. */
export const contentPartSchema = z.looseObject({
  type: z.string(),
  text: optionalText,
  refusal: optionalText,
  annotations: lenientList(annotationSchema),
});
export type ContentPart = z.infer<typeof contentPartSchema>;

const summaryPartSchema = z.looseObject({ type: optionalText, text: optionalText });

const itemFields = z.looseObject({
  id: optionalText,
  type: z.string(),
  status: optionalText,
  role: optionalText,
  /** message: its parts; reasoning: the full reasoning text, if the service sends it. */
  content: lenientList(contentPartSchema),
  /** reasoning */
  summary: lenientList(summaryPartSchema),
  /** image_generation_call: base64 image */
  result: optionalText,
});
/** An output item of any type: unknown types pass, known fields are typed. */
export const outputItemSchema = z.pipe(z.transform(plainItem), itemFields);
export type OutputItem = z.infer<typeof outputItemSchema>;

/** An error that is only a text. */
const errorTextSchema = z.pipe(
  z.string().check(z.minLength(1)),
  z.transform((message): z.infer<typeof errorObjectSchema> => ({ message })),
);

/** Why a Response, or a text over v2, ended early. */
export const incompleteDetails = lenient(z.looseObject({ reason: optionalText }));

const responseFields = z.looseObject({
  /** Empty if the service sends none. */
  id: z.pipe(
    z.optional(z.unknown()),
    z.transform((id) => (typeof id === "string" || typeof id === "number" ? String(id) : "")),
  ),
  object: optionalText,
  created_at: lenientNumber,
  /** `in_progress` and `completed` in the spec; `queued`, `incomplete`, `failed`, `cancelled` on real services. */
  status: optionalText,
  instructions: z.optional(z.unknown()),
  model: optionalText,
  output: lenientList(outputItemSchema),
  parallel_tool_calls: lenient(z.boolean()),
  reasoning: lenient(z.looseObject({ effort: optionalText })),
  text: z.optional(z.unknown()),
  tool_choice: z.optional(z.unknown()),
  tools: lenient(z.array(z.unknown())),
  usage: lenient(usageSchema),
  error: lenient(z.union([errorObjectSchema, errorTextSchema])),
  incomplete_details: incompleteDetails,
});
/** A full Response object, or the short in-progress one (`id`, `object`, `status`). */
export const responseSchema = z.pipe(
  z.transform(plainResponse),
  responseFields.check(z.refine(({ id, output }) => id !== "" || (output ?? []).length > 0)),
);
/** The Response of an event that ends the stream: the event is an end, whatever it contains. */
export const endedResponseSchema = z.catch(z.pipe(z.transform(plainResponse), responseFields), { id: "" });
export type ResponseObject = z.infer<typeof responseSchema>;

export function isUrlCitation(annotation: Annotation): annotation is UrlCitation {
  return urlCitationSchema.safeParse(annotation).success;
}

/** Source: spec, "Deleted-task object (v1)". */
export const deletedTaskSchema = z.looseObject({ id: z.string(), object: z.optional(z.string()), deleted: z.boolean() });
export type DeletedTask = z.infer<typeof deletedTaskSchema>;
