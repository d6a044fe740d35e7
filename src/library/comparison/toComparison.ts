/** The messages from the host to the page that compares models. */
import * as z from "zod/mini";
import { cellSchema, comparisonSchema } from "./comparison.ts";

const toComparisonSchema = z.discriminatedUnion("type", [
  /** The whole table. `target`: URI of the document or folder, by which the panel is restored later. */
  z.object({ type: z.literal("table"), target: z.string(), table: comparisonSchema, isRunning: z.boolean() }),
  /** Changed parts of the table. */
  z.object({
    type: z.literal("cells"),
    cells: z.array(z.object({ row: z.number(), column: z.number(), cell: cellSchema })),
    isRunning: z.boolean(),
  }),
  /** There is no table. */
  z.object({ type: z.literal("nothing"), because: z.enum(["gone", "restricted"]) }),
]);
export type ToComparison = z.infer<typeof toComparisonSchema>;

export function readToComparison(value: unknown): ToComparison | undefined {
  return toComparisonSchema.safeParse(value).data;
}
