/** Measures the attachments of one prompt against the service's limits. Source: spec, "Limits". */
import { limits } from "../contract/limits.ts";
import type { Attachment } from "./turn.ts";

/** What is sent as a file. A text is written into the message, and has no limit of its own. */
export function isFile({ kind }: Attachment): boolean {
  return kind !== "text";
}

/** Bytes of the files. One that the service fetches by itself counts as a file without bytes. */
export function totalBytes(attachments: readonly Attachment[]): number {
  return attachments.filter(isFile).reduce((sum, { size }) => sum + size, 0);
}

/** In decimal units, as the limits count, to one place. Rounded up: what is over a limit must not look as if it were not. */
export function toMegabytes(bytes: number): number {
  return Math.ceil(bytes / 100_000) / 10;
}

/** Which limit they are over; undefined: none. */
export function exceededLimit(attachments: readonly Attachment[]): "files" | "bytes" | undefined {
  if (attachments.filter(isFile).length > limits.filesPerRequest) return "files";
  return totalBytes(attachments) > limits.fileBytesPerRequest ? "bytes" : undefined;
}

/** An image that the panel can draw smaller: not one that the service fetches. */
export function isShrinkable({ kind, url }: Attachment): boolean {
  return kind === "image" && url === undefined;
}
