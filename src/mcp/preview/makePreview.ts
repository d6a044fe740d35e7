/** What an agent can see of a file: a small image, the frames of a video or the waveform of a sound. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Artifact } from "../../generations/task.ts";
import { makeContactSheet } from "../../media/images/contactSheet.ts";
import { ToolError } from "../toolError.ts";

type FileFacts = Pick<Artifact, "mediaType" | "size">;

export interface ResultPreview {
  bytes: Uint8Array;
  mediaType: string;
}

/** Size limits in bytes of a thumbnail, and of a file that is read for a preview. */
const largestThumbnail = 256 * 1024;
const largestFile = 64 * 1024 * 1024;
const shownTypes: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/webp"]);

/** undefined: it is not an image that can be shown, was removed, or cannot be made small enough. */
export async function readThumbnail(file: string | undefined, { mediaType, size }: FileFacts): Promise<ResultPreview | undefined> {
  if (file === undefined || !shownTypes.has(mediaType) || size > largestFile) return undefined;
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined || bytes.length <= largestThumbnail) return bytes && { bytes, mediaType };
  const { makeThumbnail } = await import("../../media/images/makeThumbnail.ts");
  return makeThumbnail(bytes, largestThumbnail);
}

/** `file`: the artifact's file, with links followed. Throws ToolError if nothing of it can be shown. */
export async function makePreview(artifact: FileFacts, file: string, signal: AbortSignal): Promise<ResultPreview> {
  const [type] = artifact.mediaType.split("/");
  if (type === "video") {
    const sheet = await makeContactSheet(file, signal);
    if ("fault" in sheet) throw new ToolError(sheet.fault);
    return { bytes: sheet.bytes, mediaType: "image/jpeg" };
  }
  if (artifact.size > largestFile) throw new ToolError(`Of files larger than ${largestFile / 1024 ** 2} MiB, nothing is shown.`);
  if (type === "audio") return { bytes: await readWaveform(file), mediaType: "image/png" };
  const thumbnail = await readThumbnail(file, artifact);
  if (!thumbnail) throw new ToolError(`Files of the type ${artifact.mediaType} are not shown.`);
  return thumbnail;
}

async function readWaveform(file: string): Promise<Uint8Array> {
  const { decodeSound } = await import("../../media/sounds/decodeSound.ts");
  const { drawWaveform } = await import("./drawWaveform.ts");
  const sound = await decodeSound(await readFile(file), path.extname(file).slice(1).toLowerCase());
  if (!sound) throw new ToolError("The samples of this sound cannot be read: WAV, MP3, FLAC and Opus are.");
  return drawWaveform(sound);
}
