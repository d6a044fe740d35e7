/** Decodes a media file completely with an independent decoder. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod/mini";

const run = promisify(execFile);

const probeSchema = z.object({
  streams: z.array(
    z.looseObject({ codec_name: z.string(), codec_type: z.string(), width: z.optional(z.number()), height: z.optional(z.number()) }),
  ),
  format: z.looseObject({ duration: z.optional(z.string()) }),
});

export interface DecodedMedia {
  codec: string;
  width: number | undefined;
  height: number | undefined;
  /** Seconds. */
  duration: number;
}

/** Whether `ffprobe` is installed; otherwise media tests are skipped with that reason. */
export const hasDecoder: boolean = await run("ffprobe", ["-version"]).then(
  () => true,
  () => false,
);

/** Decodes every packet; rejects with the decoder's message if one is damaged. */
export async function decodeMedia(bytes: Uint8Array): Promise<DecodedMedia> {
  const folder = await mkdtemp(join(tmpdir(), "generation-studio-media-"));
  try {
    const path = join(folder, "media");
    await writeFile(path, bytes);
    const { stdout } = await run("ffprobe", ["-v", "error", "-count_frames", "-show_streams", "-show_format", "-of", "json", path]);
    const { streams, format } = probeSchema.parse(JSON.parse(stdout));
    const stream = streams[0];
    if (!stream) throw new Error("The file has no stream.");
    return { codec: stream.codec_name, width: stream.width, height: stream.height, duration: Number(format.duration ?? 0) };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
