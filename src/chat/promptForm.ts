/** What the panel shows of prompt documents: the list behind `/`, and the form in which one is filled in. */
import * as z from "zod/mini";

/** A document as the list shows it. `folder`: where it lies; "" at the top. `isUsers`: in the user's own folder. */
export const panelPromptSchema = z.object({ id: z.string(), name: z.string(), folder: z.string(), isUsers: z.boolean() });
export type PanelPrompt = z.infer<typeof panelPromptSchema>;

/** `line`: counted from 1. */
const promptErrorSchema = z.object({ message: z.string(), line: z.optional(z.number()) });
export type PromptError = z.infer<typeof promptErrorSchema>;

export const promptFormSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Of the request, as they are written. */
  fields: z.array(z.object({ name: z.string(), value: z.string() })),
  /** The document's variables and questions, with the values that they have. */
  inputs: z.array(z.object({ name: z.string(), isQuestion: z.boolean(), value: z.string() })),
  /** What is sent that the document itself does not say. */
  contents: z.array(z.string()),
  /** Why it cannot be sent. */
  errors: z.array(promptErrorSchema),
});
export type PromptForm = z.infer<typeof promptFormSchema>;

/** What the user wrote into the form. */
export const filledFormSchema = z.object({
  id: z.string(),
  /** By the variables' names. */
  values: z.record(z.string(), z.string()),
  /** By the questions. */
  answers: z.record(z.string(), z.string()),
});
export type FilledForm = z.infer<typeof filledFormSchema>;
