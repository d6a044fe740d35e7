import { knownTag } from "./translate.ts";

/** Environment variable with the unit of amounts on the command line. */
export const unitVariable = "GENERATION_STUDIO_UNIT";

/** The unit of an environment's amounts. */
export function unitIn(environment: Readonly<Record<string, string | undefined>>): string {
  return environment[unitVariable]?.trim() || "credits";
}

/** An amount of money with its unit. `language`: a BCP 47 tag. */
export function writeAmount(value: number, unit: string, language = "en"): string {
  const options = { maximumFractionDigits: 2, maximumSignificantDigits: 3, roundingPriority: "morePrecision" } as const;
  return addUnit(new Intl.NumberFormat(knownTag(language), options).format(value), unit);
}

/** A sign such as `$` is written before the number, a word such as `credits` after it; empty: the number has no unit. */
export function addUnit(number: string, unit: string): string {
  if (unit === "") return number;
  if (!/^\p{Sc}$/u.test(unit)) return `${number} ${unit}`;
  return number.startsWith("-") ? `-${unit}${number.slice(1)}` : `${unit}${number}`;
}
