/** Unix seconds from seconds, milliseconds or a date, also written as text. undefined: it is none of them, or not positive. */
export function readUnixTime(value: unknown): number | undefined {
  const number = typeof value === "string" ? Number(value) : value;
  if (typeof number === "number" && Number.isSafeInteger(number) && number > 0) return number > 1e11 ? Math.floor(number / 1000) : number;
  const date = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.floor(date / 1000);
}
