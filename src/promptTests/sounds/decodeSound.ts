/** Decodes sounds to samples. Each decoder is imported for the first file of its format. */
import { decodeWav } from "./decodeWav.ts";
import type { Sound } from "./sound.ts";

/** undefined: another format, no sound, damaged, truncated, or too long. `format` is the usual file extension. */
export async function decodeSound(file: Buffer, format: string): Promise<Sound | undefined> {
  try {
    return await decode(file, format);
  } catch (error) {
    // The file is damaged, or ends within a header.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

async function decode(file: Buffer, format: string): Promise<Sound | undefined> {
  switch (format) {
    case "wav":
      return decodeWav(file);
    case "mp3":
      return (await import("./decodeMp3.ts")).decodeMp3(file);
    case "flac":
      return (await import("./decodeFlac.ts")).decodeFlac(file);
    case "opus":
      return (await import("./decodeOpus.ts")).decodeOpus(file);
    default:
      return undefined;
  }
}
