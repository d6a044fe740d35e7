/** The `usage` object: token counts and, if the service reports it, the cost. */
import * as z from "zod/mini";
import { readAmount } from "./amount.ts";
import { plainUsage } from "./foreignResponse.ts";
import { lenientNumber as count, lenient } from "./lenient.ts";

/** Token counts of a Response or a media task. Source: spec, "Response object" and "Media task status". */
export const usageSchema = z.pipe(
  z.transform(plainUsage),
  z.looseObject({
    input_tokens: count,
    input_tokens_details: lenient(z.looseObject({ cached_tokens: count, cache_write_tokens: count })),
    output_tokens: count,
    output_tokens_details: lenient(z.looseObject({ reasoning_tokens: count })),
    total_tokens: count,
  }),
);
export type Usage = z.infer<typeof usageSchema>;

/** Not in the spec's `usage`: services with the same format report it as a number, or in the form of v2's `cost`. */
const costSchema = z.object({ cost: z.union([z.looseObject({ amount: z.unknown() }), z.unknown()]) });

/** The cost of an answer in units of the balance; undefined if the service did not report it. */
export function readCost(usage: Usage): number | undefined {
  const cost = costSchema.safeParse(usage).data?.cost;
  return readAmount(typeof cost === "object" && cost !== null && "amount" in cost ? cost.amount : cost);
}
