/** The messages from the host to the form's page. */
import * as z from "zod/mini";
import { requestFormSchema } from "./requestForm.ts";

const toFormSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("form"), form: requestFormSchema }),
  z.object({
    type: z.literal("checked"),
    /** What cannot be sent, by control: `model`, `prompt 0`, `count`, `references`, or a field's name. */
    errors: z.record(z.string(), z.string()),
    /** One line each, about the price. */
    cost: z.array(z.string()),
    /** true: the answer to `generate` or `save`, so every error is shown. */
    isRefused: z.boolean(),
    /** What the page gives back after a reload of the window; absent: nothing. */
    kept: z.optional(z.unknown()),
  }),
]);
export type ToForm = z.infer<typeof toFormSchema>;

export function readToForm(value: unknown): ToForm | undefined {
  return toFormSchema.safeParse(value).data;
}
