/** JSON of the catalogue in; typed models out. */
import * as z from "zod/mini";

/** Source: spec, "Model (v1)". */
export const modelSchema = z.looseObject({
  id: z.string().check(z.describe("Model name used in the `model` field of requests.")),
  object: z.optional(z.string()),
  /** Unix seconds; the model's release date. */
  created: z.optional(z.number()),
  /** Provider, lowercase. */
  owned_by: z.optional(z.string()),
});
export type Model = z.infer<typeof modelSchema>;

/** Source: spec, "Model list (v1)". */
export const modelListSchema = z.looseObject({ object: z.optional(z.string()), data: z.array(modelSchema) });
export type ModelList = z.infer<typeof modelListSchema>;
