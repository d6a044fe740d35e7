/** The calls of the page that compares models, and what its host pushes. */
import * as z from "zod/mini";
import { nothing, type PanelProtocol } from "../../contract/panelProtocol.ts";
import { mostStars } from "../../contract/rating.ts";
import { cellSchema, comparisonSchema } from "./comparison.ts";

const position = z.number().check(z.int(), z.nonnegative());

const pushSchema = z.discriminatedUnion("type", [
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
export type ComparisonPush = z.infer<typeof pushSchema>;

export const comparisonProtocol = {
  calls: {
    ready: [nothing, nothing],
    /** The host asks the user before it sends requests whose answers are not in the cache. */
    run: [nothing, nothing],
    stop: [nothing, nothing],
    chooseModels: [nothing, nothing],
    openCase: [z.object({ row: position }), nothing],
    /** 0: not rated. */
    rate: [z.object({ row: position, column: position, rating: position.check(z.maximum(mostStars)) }), nothing],
    export: [z.object({ format: z.enum(["markdown", "csv"]) }), nothing],
    /** Writes the model into the compared documents. */
    useModel: [z.object({ column: position }), nothing],
    trust: [nothing, nothing],
  },
  pushes: pushSchema,
} as const satisfies PanelProtocol;
