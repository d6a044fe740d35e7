/** Prompt documents in the panel: the list that `/` opens, and the form of a document. */
import * as z from "zod/mini";
import { lazily } from "../lazySchemas.ts";

/** A document in the list. `folder`: its folder, "" at the top level. `isUsers`: in the user's own folder. */
export const panelPromptSchema = lazily(() => z.object({ id: z.string(), name: z.string(), folder: z.string(), isUsers: z.boolean() }));
export type PanelPrompt = z.infer<ReturnType<typeof panelPromptSchema>>;

/** `line`: one-based. */
const promptErrorSchema = lazily(() => z.object({ message: z.string(), line: z.optional(z.number()) }));
export type PromptError = z.infer<ReturnType<typeof promptErrorSchema>>;

export const promptFormSchema = lazily(() =>
  z.object({
    id: z.string(),
    name: z.string(),
    /** Fields of the request, as written. */
    fields: z.array(z.object({ name: z.string(), value: z.string() })),
    /** The document's variables and questions with their current values. */
    inputs: z.array(z.object({ name: z.string(), isQuestion: z.boolean(), value: z.string() })),
    /** What is sent in addition to the document itself. */
    contents: z.array(z.string()),
    /** Why it cannot be sent. */
    errors: z.array(promptErrorSchema()),
  }),
);
export type PromptForm = z.infer<ReturnType<typeof promptFormSchema>>;

/** The user's entries in the form. */
export const filledFormSchema = lazily(() =>
  z.object({
    id: z.string(),
    /** By variable name. */
    values: z.record(z.string(), z.string()),
    /** By question. */
    answers: z.record(z.string(), z.string()),
  }),
);
export type FilledForm = z.infer<ReturnType<typeof filledFormSchema>>;
