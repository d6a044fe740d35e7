/** The reference images of requests. */
import { createHash } from "node:crypto";
import { referenceImagesOf } from "../../contract/media.ts";
import type { TaskRequest } from "../../contract/wireRequest.ts";

/** Returns addresses, and data URIs of files. */
export function referencesOf(request: TaskRequest): string[] {
  if (request.interface === "v2") {
    return request.body.content.flatMap((part) => (part.type === "input_file" && part.file_data !== undefined ? [part.file_data] : []));
  }
  return referenceImagesOf(request).map((image) => image.image_url);
}

/** SHA-256 (hexadecimal) of the file in a data URI; undefined for an address. */
export function contentOfReference(reference: string): string | undefined {
  const comma = reference.indexOf(",");
  if (comma === -1 || !/^data:[^,]*;base64$/i.test(reference.slice(0, comma))) return undefined;
  return createHash("sha256")
    .update(Buffer.from(reference.slice(comma + 1), "base64"))
    .digest("hex");
}
