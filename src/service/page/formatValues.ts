/** Formats amounts, sizes and times for the status page. */
import { millionths } from "../account/accounts.ts";

const amounts = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const smallAmounts = new Intl.NumberFormat("en", { maximumSignificantDigits: 2 });
const numbers = new Intl.NumberFormat("en");
const days = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const times = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** In the account's unit; small amounts are not rounded to 0. */
export function formatAmount(amount: number): string {
  const value = amount / millionths;
  return (Math.abs(value) < 1 ? smallAmounts : amounts).format(value);
}

export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** `day` as `YYYY-MM-DD`. */
export function formatDay(day: string): string {
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
