/** Formats a number of bytes in decimal units, as the service's limits count. */
import { toMegabytes } from "../../chat/request/attachmentLimits.ts";
import { t } from "../texts.ts";

/** Rounded up. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return t("bytes", bytes);
  const kilobytes = Math.ceil(bytes / 1000);
  return kilobytes < 1000 ? t("kilobytes", kilobytes) : t("megabytes", toMegabytes(bytes));
}
