/** Compares the attachments of one prompt with the service's limits. Source: spec, "Limits". */
import { limits } from "../../contract/limits.ts";
import type { Attachment } from "../conversation/turn.ts";

/** Whether it is sent as a file. A text is written into the message, and has no limit of its own. */
export function isFileAttachment({ kind }: Attachment): boolean {
  return kind !== "text";
}

/** Bytes of the files. A file that the service fetches itself counts as 0 bytes. */
export function totalBytes(attachments: readonly Attachment[]): number {
  return attachments.filter(isFileAttachment).reduce((sum, { size }) => sum + size, 0);
}

/** In decimal units, like the limits, with one decimal place. Rounded up, so that a size over a limit never looks like one below it. */
export function toMegabytes(bytes: number): number {
  return Math.ceil(bytes / 100_000) / 10;
}

/** The limit that the attachments exceed; undefined: none. */
export function exceededLimit(attachments: readonly Attachment[]): "files" | "bytes" | undefined {
  if (attachments.filter(isFileAttachment).length > limits.filesPerRequest) return "files";
  return totalBytes(attachments) > limits.fileBytesPerRequest ? "bytes" : undefined;
}

/** Whether it is an image that the panel can scale down: one that the service fetches is not. */
export function isShrinkable({ kind, url }: Attachment): boolean {
  return kind === "image" && url === undefined;
}
