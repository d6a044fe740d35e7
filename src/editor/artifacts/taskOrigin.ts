/** Where a task's request came from. */
import * as z from "zod/mini";
import type { Task } from "../../tasks/task.ts";

const locationSchema = z.object({
  /** URI of the document as text. */
  uri: z.string(),
  languageId: z.string(),
  /** Zero-based offset of the prompt's end, UTF-16 code units. */
  offset: z.number(),
  /** The end of the document's text before `offset`, by which the location is found again where edits were not watched. */
  before: z.optional(z.string()),
});

/** A location in a document below which a link belongs. */
export type PromptLocation = z.infer<typeof locationSchema>;

const originSchema = z.discriminatedUnion("type", [
  /** A command; `location` where its prompt stands in a document, as of the time when the task was made. */
  z.object({ type: z.literal("command"), location: z.optional(locationSchema) }),
  /** A prompt document, by its URI; tasks of one run have the same `run`. */
  z.object({ type: z.literal("promptDocument"), document: z.string(), run: z.string() }),
  /** A tool that an agent called. */
  z.object({ type: z.literal("tool") }),
]);

export type TaskOrigin = z.infer<typeof originSchema>;

export function originOf({ origin }: Task): TaskOrigin {
  return originSchema.safeParse(origin).data ?? { type: "command" };
}
