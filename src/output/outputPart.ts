/** The parts of a model's output, as they are stored and shown. */
import * as z from "zod/mini";
import { mediaKinds } from "../contract/kind.ts";

/** A web page that a text cites. `start` and `end` are UTF-16 offsets in the part's text; `end` is exclusive. */
export const citationSchema = z.object({
  url: z.string(),
  title: z.optional(z.string()),
  start: z.optional(z.number()),
  end: z.optional(z.number()),
});
export type Citation = z.infer<typeof citationSchema>;

const partKey = { key: z.string() };

/** `key` is unique in its output and never changes. */
export const outputPartSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), ...partKey, text: z.string(), citations: z.array(citationSchema) }),
  z.object({ kind: z.literal("reasoning"), ...partKey, text: z.string() }),
  z.object({ kind: z.literal("refusal"), ...partKey, text: z.string() }),
  /** `file`: the image's name in the chat's image folder, once it is complete. */
  z.object({
    kind: z.literal("image"),
    ...partKey,
    state: z.enum(["drawing", "ready", "damaged"]),
    file: z.optional(z.string()),
  }),
  /** Another action of the service, e.g. `web_search_call`, of which only the type is known. */
  z.object({ kind: z.literal("step"), ...partKey, type: z.string(), done: z.boolean() }),
  /** A task that the user started in the conversation, by its key in the journal. */
  z.object({ kind: z.literal("task"), ...partKey, task: z.string(), media: z.enum(mediaKinds) }),
]);
export type OutputPart = z.infer<typeof outputPartSchema>;
