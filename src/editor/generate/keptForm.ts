/** The form of a command that generates, from before the window was reloaded. */
import * as z from "zod/mini";
import { locationSchema } from "../artifacts/taskOrigin.ts";
import { formValuesSchema } from "../requests/form/formValues.ts";

const keptFormSchema = z.object({
  /** With the locations for their links. */
  prompts: z.array(z.object({ text: z.string(), location: z.optional(locationSchema) })),
  values: formValuesSchema,
});
export type KeptForm = z.infer<typeof keptFormSchema>;

/** `state`: that of the form's page. undefined: its command cannot be continued. */
export function readKeptForm(state: unknown): KeptForm | undefined {
  const read = z.object({ kept: keptFormSchema }).safeParse(state);
  return read.success ? read.data.kept : undefined;
}
