/** Reads a media file with an independent decoder. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

export interface Media {
  kind: "image" | "audio" | "video";
  width?: number;
  height?: number;
  seconds?: number;
  /** ffprobe's name of the file's format, e.g. `wav`. */
  format?: string;
}

/** Uses ffprobe if it is installed, otherwise the file's header. */
export async function probeMedia(file: string): Promise<Media> {
  try {
    const { stdout } = await promisify(execFile)("ffprobe", [
      "-v",
      "error",
      "-print_format",
      "json",
      "-show_streams",
      "-show_format",
      file,
    ]);
    return readProbe(JSON.parse(stdout));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return readHeader(await readFile(file));
    throw error;
  }
}

interface Probe {
  streams: { codec_type: string; codec_name: string; width?: number; height?: number }[];
  format: { format_name: string; duration?: string };
}

function readProbe({ streams, format }: Probe): Media {
  const whole = { format: format.format_name, ...(format.duration === undefined ? {} : { seconds: Number(format.duration) }) };
  const image = streams.find((stream) => stream.codec_type === "video");
  if (image === undefined) return { kind: "audio", ...whole };
  const size = { width: image.width ?? 0, height: image.height ?? 0 };
  const isStill = ["png", "mjpeg", "webp", "gif"].includes(image.codec_name);
  return isStill ? { kind: "image", ...size } : { kind: "video", ...size, ...whole };
}

/** Source: PNG, RIFF WAVE and ISO base media file formats; reads just enough to distinguish them. */
function readHeader(bytes: Buffer): Media {
  if (bytes.subarray(1, 4).toString("latin1") === "PNG")
    return { kind: "image", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (bytes.subarray(0, 4).toString("latin1") === "RIFF")
    return { kind: "audio", format: "wav", seconds: (bytes.length - 44) / bytes.readUInt32LE(28) };
  const movieHeader = bytes.indexOf("mvhd");
  const track = bytes.indexOf("tkhd");
  if (movieHeader < 0 || track < 0) throw new Error("neither PNG, WAVE nor MP4");
  return {
    kind: "video",
    seconds: bytes.readUInt32BE(movieHeader + 20) / bytes.readUInt32BE(movieHeader + 16),
    width: bytes.readUInt16BE(track + 80),
    height: bytes.readUInt16BE(track + 84),
  };
}
