/** An amount of money with its unit: a sign such as `$` before the number, a word such as `credits` after it. `language`: a BCP 47 tag. */
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
