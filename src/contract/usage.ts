/** JSON of a `usage` object in; token counts out. */
import * as z from "zod/mini";

const count = z.optional(z.nullable(z.number()));

/** Token counts of a Response or a media task. Source: spec, "Response object" and "Media task status". */
export const usageSchema = z.looseObject({
  input_tokens: count,
  input_tokens_details: z.optional(z.nullable(z.looseObject({ cached_tokens: count, cache_write_tokens: count }))),
  output_tokens: count,
  output_tokens_details: z.optional(z.nullable(z.looseObject({ reasoning_tokens: count }))),
  total_tokens: count,
});
export type Usage = z.infer<typeof usageSchema>;
