/** What the form of a request shows. The host has the values; the page sends each change. */
import * as z from "zod/mini";
import { kinds } from "../contract/kind.ts";
import { modelRowSchema } from "../contract/modelRow.ts";

const controlSchema = z.discriminatedUnion("type", [
  /** `isOpen`: other values can be typed. */
  z.object({ type: z.literal("choice"), values: z.array(z.string()), isOpen: z.boolean() }),
  z.object({ type: z.literal("number"), isInteger: z.boolean(), minimum: z.optional(z.number()), maximum: z.optional(z.number()) }),
  z.object({ type: z.literal("text") }),
  /** The value is an address or a data URI. `canPaint`: the user can paint a mask of the first reference image. */
  z.object({ type: z.literal("file"), canPaint: z.boolean() }),
]);

const fieldSchema = z.object({
  /** The name in v1. */
  name: z.string(),
  title: z.string(),
  /** Which values are accepted, besides those listed; may be empty. */
  hint: z.string(),
  isRequired: z.boolean(),
  control: controlSchema,
});
export type FormField = z.infer<typeof fieldSchema>;

const imageSchema = z.object({
  id: z.number(),
  name: z.string(),
  /** A data URI; absent: an address, which the panel does not load. */
  source: z.optional(z.string()),
});
export type FormImage = z.infer<typeof imageSchema>;

export const requestFormSchema = z.object({
  /**
   * Each number changes when the host has replaced the prompts, or the choices and the count, which the page then shows. Otherwise the page
   * keeps what is being typed.
   */
  reset: z.object({ prompts: z.number(), choices: z.number() }),
  kind: z.enum(kinds),
  /** The kinds to choose from. */
  kinds: z.array(z.object({ kind: z.enum(kinds), label: z.string() })),
  models: z.array(modelRowSchema),
  model: z.string(),
  /** What is known of the chosen model, in lines. */
  about: z.string(),
  /** Says that no provider makes the kind; may be empty. */
  missing: z.string(),
  prompts: z.array(z.string()),
  fields: z.array(fieldSchema),
  /** By the field's name; absent: the model's own choice. */
  choices: z.record(z.string(), z.string()),
  /** Number of results for each prompt; absent: it is not asked for. */
  count: z.optional(z.string()),
  /** Absent: the kind takes no reference images. */
  references: z.optional(z.object({ images: z.array(imageSchema), hint: z.string(), isFull: z.boolean() })),
  /** A model can be asked for a better prompt. */
  canImprove: z.boolean(),
  /** A better prompt instead of that with this index, and how it differs. */
  proposal: z.optional(
    z.object({
      index: z.number(),
      parts: z.array(z.object({ type: z.enum(["same", "removed", "added"]), text: z.string() })),
    }),
  ),
  /** Where the result will be saved and linked. */
  linkHint: z.string(),
  /** The request can become a prompt document instead. */
  canSave: z.boolean(),
});
export type RequestForm = z.infer<typeof requestFormSchema>;
