/** Reads media files with ffprobe and ffmpeg, as independent decoders. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Whether both programs are installed; otherwise the tests that need them are skipped. */
export const hasDecoder = ["ffprobe", "ffmpeg"].every((name) => spawnSync(name, ["-version"]).status === 0);

function withFile<Result>(bytes: Uint8Array, use: (file: string) => Result): Result {
  const folder = mkdtempSync(path.join(tmpdir(), "generation-studio-"));
  try {
    const file = path.join(folder, "media");
    writeFileSync(file, bytes);
    return use(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export interface Probe {
  streams: { codec_name: string; width?: number; height?: number; sample_rate?: string; nb_read_frames?: string; pix_fmt?: string }[];
  format: { duration?: string; tags?: Record<string, string> };
}

/** Streams with counted frames, and the container. */
export function probe(bytes: Uint8Array): Probe {
  const flags = ["-v", "error", "-count_frames", "-show_streams", "-show_format", "-of", "json"];
  return withFile(bytes, (file) => JSON.parse(execFileSync("ffprobe", [...flags, file], { encoding: "utf8" })) as Probe);
}

/** The first channel's samples, -1 to 1, at `rate`. */
export function decodeSound(bytes: Uint8Array, rate: number): Float32Array {
  const flags = ["-ac", "1", "-ar", String(rate), "-f", "f32le", "-"];
  const raw = withFile(bytes, (file) => execFileSync("ffmpeg", ["-v", "error", "-xerror", "-i", file, ...flags], { maxBuffer: 2 ** 28 }));
  return new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.byteLength));
}

/** RGBA of the frame at a time in seconds; 0 for an image. */
export function decodeFrame(bytes: Uint8Array, seconds = 0): Uint8Array {
  const seek = seconds > 0 ? ["-ss", String(seconds)] : [];
  const flags = ["-frames:v", "1", "-pix_fmt", "rgba", "-f", "rawvideo", "-"];
  return withFile(bytes, (file) => execFileSync("ffmpeg", ["-v", "error", ...seek, "-i", file, ...flags], { maxBuffer: 2 ** 28 }));
}

/** A file of a colour test pattern that ffmpeg generates, in the format of the name's extension. */
export function encodePattern(name: string, size: string): Uint8Array {
  const flags = ["-v", "error", "-f", "lavfi", "-i", `color=c=red:s=${size}`, "-frames:v", "1", "-f", "image2pipe", "-c:v", name, "-"];
  return new Uint8Array(execFileSync("ffmpeg", flags, { maxBuffer: 2 ** 26 }));
}

/** An image converted by ffmpeg, in the format of the name's extension. */
export function encodeImage(image: Uint8Array, name: string, ...flags: readonly string[]): Uint8Array {
  return withFile(image, (file) => {
    const made = path.join(path.dirname(file), name);
    execFileSync("ffmpeg", ["-v", "error", "-i", file, ...flags, made]);
    return new Uint8Array(readFileSync(made));
  });
}

/** A sound that ffmpeg generates from a filter description, in the format of the name's extension. */
export function encodeSound(filter: string, name: string, ...flags: readonly string[]): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), "generation-studio-"));
  try {
    const file = path.join(folder, name);
    execFileSync("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", filter, ...flags, file]);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The samples of all channels at the file's own rate, concatenated. */
export function decodeChannels(bytes: Uint8Array, ...flags: readonly string[]): Float32Array {
  const raw = withFile(bytes, (file) =>
    execFileSync("ffmpeg", ["-v", "error", ...flags, "-i", file, "-f", "f32le", "-"], { maxBuffer: 2 ** 28 }),
  );
  return new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.byteLength));
}

/** The integrated loudness that ffmpeg measures, in LUFS. */
export function measureLoudness(bytes: Uint8Array): number {
  const report = withFile(bytes, (file) =>
    spawnSync("ffmpeg", ["-nostats", "-i", file, "-af", "ebur128=framelog=verbose", "-f", "null", "-"]).stderr.toString(),
  );
  return Number(/\bI:\s*(-?[\d.]+) LUFS/.exec(report)?.[1]);
}
