/** Reads the number of an option. Throws a TypeError with a sentence for a person. */
export function readNumber(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (value.trim() !== "" && Number.isFinite(number) && number >= 0) return number;
  throw new TypeError(`--${name} must be a number that is not negative.`);
}
