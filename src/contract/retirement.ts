/** Whether and when a model is withdrawn, read in the forms in which services and providers write it in their lists of models. */
import * as z from "zod/mini";
import { releaseDate } from "./releaseDate.ts";
import { readUnixTime } from "./unixTime.ts";

/** An addition of the built-in service to Model; absent: nothing was announced. */
export const retirementSchema = z.object({
  /** Unix seconds; absent: announced without a date. */
  at: z.optional(z.number()),
  /** The id of the model to use instead. */
  replacement: z.optional(z.string()),
});
export type Retirement = z.infer<typeof retirementSchema>;

type Fields = Readonly<Record<string, unknown>>;

/**
 * `fields`: an entry of a list of models. `retirement` is our own; the others are those of OpenRouter (`expiration_date`), Mistral
 * (`deprecation`, `deprecation_replacement_model`), DeepInfra (`deprecated`, `replaced_by`), Azure (`deprecation.inference`,
 * `lifecycle_status`), LiteLLM (`deprecation_date`) and Cohere (`is_deprecated`).
 */
export function readRetirement(fields: Fields): Retirement | undefined {
  const own = fieldsOf(fields.retirement);
  const dates = [own?.at, fields.expiration_date, fields.deprecation, fieldsOf(fields.deprecation)?.inference, fields.deprecation_date];
  const at = [...dates, fields.deprecated].map(readDate).find((date) => date !== undefined);
  const isAnnounced =
    own !== undefined || [fields.deprecated, fields.is_deprecated].includes(true) || fields.lifecycle_status === "deprecated";
  if (at === undefined && !isAnnounced) return undefined;
  const names = [own?.replacement, fields.deprecation_replacement_model, fields.replaced_by];
  const replacement = names.find((name): name is string => typeof name === "string" && /^[^\s`]{1,200}$/.test(name));
  return { ...(at === undefined ? {} : { at }), ...(replacement === undefined ? {} : { replacement }) };
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : undefined;
}

/** Of texts, only dates of ISO 8601: JavaScript reads others, such as `version 2`, as dates too. */
function readDate(value: unknown): number | undefined {
  const at = typeof value === "string" && !/^\d{4}-\d{2}-\d{2}/.test(value) ? undefined : readUnixTime(value);
  return releaseDate(at) && at;
}

/** Whether the model may no longer answer. */
export function isRetired({ at }: Retirement): boolean {
  return at !== undefined && at * 1000 <= Date.now();
}
