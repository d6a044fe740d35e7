/** The reference images of requests. */
import { createHash } from "node:crypto";
import type { TaskRequest } from "./task.ts";

/** Addresses, and data URIs of files. */
export function referencesOf(request: TaskRequest): string[] {
  if (request.interface === "v2") {
    return request.body.content.flatMap((part) => (part.type === "input_file" && part.file_data !== undefined ? [part.file_data] : []));
  }
  return request.kind === "audio" ? [] : (request.body.image ?? []).map((image) => image.image_url);
}

/** SHA-256 of the file that a data URI holds, hexadecimal; undefined: it is an address. */
export function contentOfReference(reference: string): string | undefined {
  const comma = reference.indexOf(",");
  if (comma === -1 || !/^data:[^,]*;base64$/i.test(reference.slice(0, comma))) return undefined;
  return createHash("sha256")
    .update(Buffer.from(reference.slice(comma + 1), "base64"))
    .digest("hex");
}
