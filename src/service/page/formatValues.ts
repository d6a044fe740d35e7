/** Formats amounts, sizes and times for the status page. */
import { writeAmount } from "../../contract/writeAmount.ts";
import { millionths } from "../account/accounts.ts";

const numbers = new Intl.NumberFormat("en");
const days = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const times = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** Returns a function that writes an account's amount with its unit. */
export function amountFormat(unit: string): (amount: number) => string {
  return (amount) => writeAmount(amount / millionths, unit);
}

export function formatPageNumber(value: number): string {
  return numbers.format(value);
}

/** `day` as `YYYY-MM-DD`. */
export function formatIsoDay(day: string): string {
  return days.format(new Date(day));
}

/** `time` in Unix milliseconds. */
export function formatTime(time: number): string {
  return `${times.format(time)} UTC`;
}

export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const [size, unit] =
    bytes < 1024 ** 2 ? [bytes / 1024, "KiB"] : bytes < 1024 ** 3 ? [bytes / 1024 ** 2, "MiB"] : [bytes / 1024 ** 3, "GiB"];
  return `${size.toFixed(size < 10 ? 1 : 0)} ${unit}`;
}
