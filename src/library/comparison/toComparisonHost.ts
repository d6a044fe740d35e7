/** The messages from the page that compares models to its host. */
import * as z from "zod/mini";
import { mostStars } from "../marks.ts";

const position = z.number().check(z.int(), z.nonnegative());

/** A compromised webview could send any of these, so the host checks what they name. */
const toComparisonHostSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  /** The host asks the user before it sends requests whose answers are not in the cache. */
  z.object({ type: z.literal("run") }),
  z.object({ type: z.literal("stop") }),
  z.object({ type: z.literal("chooseModels") }),
  z.object({ type: z.literal("openCase"), row: position }),
  /** 0: not rated. */
  z.object({ type: z.literal("rate"), row: position, column: position, rating: position.check(z.maximum(mostStars)) }),
  z.object({ type: z.literal("export"), format: z.enum(["markdown", "csv"]) }),
  /** Writes the model into the compared documents. */
  z.object({ type: z.literal("useModel"), column: position }),
  z.object({ type: z.literal("trust") }),
]);
export type ToComparisonHost = z.infer<typeof toComparisonHostSchema>;

export function readToComparisonHost(value: unknown): ToComparisonHost | undefined {
  return toComparisonHostSchema.safeParse(value).data;
}
