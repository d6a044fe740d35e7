/** Reads the number of an option. Throws a TypeError with a message for the user. */
export function readNumber(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (value.trim() !== "" && Number.isFinite(number) && number >= 0) return number;
  throw new TypeError(`--${name} must be a number that is not negative.`);
}

/** The largest amount of an account, in its unit: a number represents its millionths exactly. */
const largestAmount = 1_000_000_000;

/** Reads an amount in an account's unit. `name`: the name of the value in error messages. Throws like `readNumber`. */
export function readAmount(name: string, value: string): number {
  const number = Number(value);
  if (value.trim() !== "" && number >= 0 && number <= largestAmount) return number;
  throw new TypeError(`${name} must be a number from 0 to ${largestAmount}.`);
}

/** Reads a number of requests per minute. Throws like `readNumber`. */
export function readRate(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new TypeError("--rate must be a whole number; 0 is no limit.");
}
