/** Reads images for the user: small ones unchanged, others as a small copy. */
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { thumbnailOfKey } from "../../contract/agentView.ts";
import type { Artifact } from "../../tasks/task.ts";
import type { Content } from "../tool.ts";

/** Size limits in bytes of a thumbnail, and of a file that is scaled down. */
const largestThumbnail = 256 * 1024;
const largestFile = 64 * 1024 * 1024;
const shownTypes: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/webp"]);

/** undefined: it is not an image, was removed, or cannot be made small enough. */
export async function readThumbnail({ path: file, mediaType, size }: Artifact): Promise<Content | undefined> {
  if (file === undefined || !shownTypes.has(mediaType) || size > largestFile) return undefined;
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined) return undefined;
  if (bytes.length <= largestThumbnail) return show(file, bytes, mediaType);
  const { makeThumbnail } = await import("../../images/makeThumbnail.ts");
  const thumbnail = makeThumbnail(bytes, largestThumbnail);
  return thumbnail && show(file, thumbnail.bytes, thumbnail.mediaType);
}

function show(file: string, bytes: Uint8Array, mimeType: string): Content {
  const data = Buffer.from(bytes).toString("base64");
  return { type: "image", data, mimeType, annotations: { audience: ["user"] }, _meta: { [thumbnailOfKey]: pathToFileURL(file).href } };
}
