/** Describes how long ago a time in Unix milliseconds was, in a few characters. */
import { t, toDateText } from "../../texts.ts";

export function describeAge(time: number, now: number): string {
  const minutes = Math.floor((now - time) / 60_000);
  if (minutes < 1) return t("ageNow");
  if (minutes < 60) return t("ageMinutes", minutes);
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return t("ageHours", hours);
  const days = Math.floor(hours / 24);
  return days < 7 ? t("ageDays", days) : toDateText(time);
}
