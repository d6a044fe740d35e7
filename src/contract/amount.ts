import * as z from "zod/mini";

/** An amount of money: finite and not negative. */
export const amountSchema = z.number().check(z.nonnegative());

/**
 * Reads an amount that a provider or a service reports, as a number or as text. undefined: not known. OpenRouter, for example, lists a price
 * of -1 for models that choose another model.
 */
export function readAmount(value: unknown): number | undefined {
  const isText = typeof value === "string" && value.trim() !== "";
  return amountSchema.safeParse(isText ? Number(value) : value).data;
}

/** With its unit: a sign such as `$` before the number, a word such as `credits` after it. `language`: a BCP 47 tag. */
export function writeAmount(value: number, unit: string, language: string): string {
  const options = { maximumFractionDigits: 2, maximumSignificantDigits: 3, roundingPriority: "morePrecision" } as const;
  const tag = Intl.NumberFormat.supportedLocalesOf([language.replaceAll("_", "-")].filter(isTag))[0] ?? "en";
  const number = new Intl.NumberFormat(tag, options).format(value);
  return /^\p{Sc}$/u.test(unit) ? `${unit}${number}` : `${number} ${unit}`;
}

/** Intl throws for anything else. */
function isTag(text: string): boolean {
  return /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i.test(text);
}
