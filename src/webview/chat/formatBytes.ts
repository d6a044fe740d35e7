/** A number of bytes in; a short text in decimal units, as the service's limits count, out. */
import { t } from "../texts.ts";

/** Rounded up: what is over a limit must not look as if it were not. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return t("bytes", bytes);
  const kilobytes = Math.ceil(bytes / 1000);
  return kilobytes < 1000 ? t("kilobytes", kilobytes) : t("megabytes", Math.ceil(bytes / 100_000) / 10);
}
