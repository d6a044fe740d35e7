/** The Response object, its items, parts and annotations. Source: spec, "Response object", "Output items of a Response". */
import * as z from "zod/mini";
import { errorObjectSchema } from "./errors.ts";
import { usageSchema } from "./usage.ts";

const optionalText = z.optional(z.nullable(z.string()));

/** `url_citation`; real services leave out the title or the indexes (UTF-16 code units of the part's text, end exclusive). */
const urlCitationSchema = z.looseObject({
  type: z.literal("url_citation"),
  url: z.string(),
  title: optionalText,
  start_index: z.optional(z.nullable(z.number())),
  end_index: z.optional(z.nullable(z.number())),
});
export type UrlCitation = z.infer<typeof urlCitationSchema>;

/** An annotation of any type; `isUrlCitation` narrows it. */
export const annotationSchema = z.looseObject({ type: z.string() });
export type Annotation = z.infer<typeof annotationSchema>;

/** A part of any type in a message's `content`. */
export const contentPartSchema = z.looseObject({
  type: z.string(),
  text: z.optional(z.nullable(z.string())),
  refusal: z.optional(z.nullable(z.string())),
  annotations: z.optional(z.nullable(z.array(annotationSchema))),
});
export type ContentPart = z.infer<typeof contentPartSchema>;

const summaryPartSchema = z.looseObject({ type: z.optional(z.string()), text: z.optional(z.string()) });

/** An output item of any type: unknown types pass, known fields are typed. */
export const outputItemSchema = z.looseObject({
  id: optionalText,
  type: z.string(),
  status: optionalText,
  role: optionalText,
  /** message: its parts; reasoning: the full reasoning text, if the service sends it. */
  content: z.optional(z.nullable(z.array(contentPartSchema))),
  /** reasoning */
  summary: z.optional(z.nullable(z.array(summaryPartSchema))),
  /** image_generation_call: base64 image */
  result: optionalText,
});
export type OutputItem = z.infer<typeof outputItemSchema>;

/** A full Response object, or the short in-progress one (`id`, `object`, `status`). */
export const responseSchema = z.looseObject({
  id: z.string(),
  object: z.optional(z.string()),
  created_at: z.optional(z.nullable(z.number())),
  /** `in_progress` and `completed` in the spec; `queued`, `incomplete`, `failed`, `cancelled` on real services. */
  status: z.optional(z.nullable(z.string())),
  instructions: z.optional(z.unknown()),
  model: optionalText,
  output: z.optional(z.nullable(z.array(outputItemSchema))),
  parallel_tool_calls: z.optional(z.nullable(z.boolean())),
  reasoning: z.optional(z.nullable(z.looseObject({ effort: optionalText }))),
  text: z.optional(z.unknown()),
  tool_choice: z.optional(z.unknown()),
  tools: z.optional(z.nullable(z.array(z.unknown()))),
  usage: z.optional(z.nullable(usageSchema)),
  error: z.optional(z.nullable(errorObjectSchema)),
  incomplete_details: z.optional(z.nullable(z.looseObject({ reason: optionalText }))),
});
export type ResponseObject = z.infer<typeof responseSchema>;

export function isUrlCitation(annotation: Annotation): annotation is UrlCitation {
  return urlCitationSchema.safeParse(annotation).success;
}

/** Source: spec, "Deleted-task object (v1)". */
export const deletedTaskSchema = z.looseObject({ id: z.string(), object: z.optional(z.string()), deleted: z.boolean() });
export type DeletedTask = z.infer<typeof deletedTaskSchema>;
