/** What the user has entered into a form, which its page keeps while the window reloads. */
import * as z from "zod/mini";
import { kinds } from "../../../contract/kind.ts";

export const formValuesSchema = z.object({
  kind: z.enum(kinds),
  model: z.string(),
  prompts: z.array(z.string()),
  choices: z.record(z.string(), z.string()),
  count: z.string(),
  /** The name of a style; empty: none. */
  style: z.string(),
  /** Addresses and data URIs. */
  references: z.array(z.string()),
});
export type FormValues = z.infer<typeof formValuesSchema>;
