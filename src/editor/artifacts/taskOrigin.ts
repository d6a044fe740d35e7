/** Where a task's request came from. */
import * as z from "zod/mini";
import type { Task } from "../../generations/task.ts";

export const locationSchema = z.object({
  /** URI of the document as text. */
  uri: z.string(),
  languageId: z.string(),
  /** Zero-based UTF-16 offset of the prompt's end. */
  offset: z.number(),
  /** The end of the text before `offset`, which serves to find the location again if edits were missed. */
  before: z.optional(z.string()),
});

/** A location in a document. Links are inserted below it. */
export type PromptLocation = z.infer<typeof locationSchema>;

const originSchema = z.discriminatedUnion("type", [
  /** A command; `location` is where the prompt was in a document when the task was created. */
  z.object({ type: z.literal("command"), location: z.optional(locationSchema) }),
  /** A prompt document, by its URI; tasks of one run have the same `run`. `file`: the URI of the file for a text. */
  z.object({ type: z.literal("promptDocument"), document: z.string(), run: z.string(), file: z.optional(z.string()) }),
  /** A tool that an agent called. */
  z.object({ type: z.literal("tool") }),
]);

export type TaskOrigin = z.infer<typeof originSchema>;

export function taskOriginOf({ origin }: Task): TaskOrigin {
  return originSchema.safeParse(origin).data ?? { type: "command" };
}
