/**
 * The changes of a model's output: what a stream event changes in the Response, what is stored of an answer, and what the chat's page draws.
 * For example, `{ type: "textAppended", key: "0.0", text: " harbour" }` continues the part that `partAdded` has announced.
 */
import * as z from "zod/mini";
import { functionCallSchema } from "../contract/functionTools.ts";
import { citationSchema, outputPartSchema } from "./outputPart.ts";

/** `location`: fields that say which of several outputs changes. Texts never end with the first half of a surrogate pair. */
export function outputChangeSchemas<const Location extends z.core.$ZodShape>(location: Location) {
  const part = { ...location, key: z.string() };
  return [
    /** The service has accepted the request, whose output can be fetched by this id from now on. */
    z.object({ type: z.literal("identified"), ...location, id: z.string() }),
    z.object({ type: z.literal("partAdded"), ...location, part: outputPartSchema }),
    z.object({ type: z.literal("textAppended"), ...part, text: z.string() }),
    z.object({ type: z.literal("textReplaced"), ...part, text: z.string() }),
    z.object({ type: z.literal("citationsChanged"), ...part, citations: z.array(citationSchema) }),
    z.object({
      type: z.literal("imageChanged"),
      ...part,
      state: z.enum(["drawing", "ready", "damaged"]),
      /** In base64, unchecked, as the service sent it: a preview, or the image once it is `ready`. Absent once it is in a file. */
      image: z.optional(z.string()),
      file: z.optional(z.string()),
    }),
    z.object({ type: z.literal("stepDone"), ...part }),
    /** Follows the end of its step, when the arguments are complete. */
    z.object({ type: z.literal("functionCalled"), ...part, call: functionCallSchema }),
  ] as const;
}

export type OutputChange = z.infer<ReturnType<typeof outputChangeSchemas<Record<never, never>>>[number]>;
