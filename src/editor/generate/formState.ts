/** The form of a command that generates, from before the window was reloaded. */
import * as z from "zod/mini";
import { locationSchema } from "../artifacts/taskOrigin.ts";
import { formValuesSchema } from "../requests/form/formValues.ts";

const formStateSchema = z.object({
  /** With the locations for their links. */
  prompts: z.array(z.object({ text: z.string(), location: z.optional(locationSchema) })),
  values: formValuesSchema,
});
export type FormState = z.infer<typeof formStateSchema>;

/** `state`: that of the form's page. undefined: its command cannot be continued. */
export function readFormState(state: unknown): FormState | undefined {
  const read = z.object({ kept: formStateSchema }).safeParse(state);
  return read.success ? read.data.kept : undefined;
}
