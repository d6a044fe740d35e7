/** Formats a number of bytes in decimal units. */
import { t } from "./texts.ts";

export function formatSize(bytes: number): string {
  if (bytes < 1000) return t("bytes", bytes);
  return bytes < 1_000_000 ? t("kilobytes", Math.ceil(bytes / 1000)) : t("megabytes", bytes / 1_000_000);
}
