/** The row of a model in a list that is grouped by provider. */
import * as z from "zod/mini";

export const modelRowSchema = z.object({
  id: z.string(),
  /** Without the provider, which the group names. */
  name: z.string(),
  /** What it can do, in a few words; may be empty. */
  facts: z.string(),
  /** "": the row is in no group. */
  group: z.string(),
});
export type ModelRow = z.infer<typeof modelRowSchema>;
