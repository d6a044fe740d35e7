/** Detects files without content: an image of one colour, silence, a video of one colour. */
import { deflateRawSync } from "node:zlib";
import type { Raster } from "../../media/images/raster.ts";
import type { Sound } from "../../media/sounds/sound.ts";

export interface KnownFacts {
  format: string;
  size: { width: number; height: number } | undefined;
  /** undefined: it is not a decodable image. */
  pixels: Raster | undefined;
  /** undefined: it is not a decodable sound. */
  sound: Sound | undefined;
  /** Seconds. */
  duration: number | undefined;
  /** Bytes of the largest frame of a video. */
  largestFrame: number | undefined;
}

/** Maximum difference between colour values that count as equal, of 255. */
const alike = 4;
/** −60 dB of full scale. */
const silence = 0.001;
/** Bytes of headers, whatever the content. */
const overhead = 1024;

/** undefined: it cannot be determined from the format, or the file is truncated. */
export function isBlank(bytes: Buffer, { format, size, pixels, sound, duration, largestFrame }: KnownFacts): boolean | undefined {
  switch (format) {
    case "png":
    case "jpg":
    case "webp":
    case "avif":
      return pixels && isOneColour(pixels);
    case "wav":
    case "mp3":
    case "flac":
    case "opus":
      return sound && isSilent(sound);
    case "mp4":
    case "mov":
      // A frame of one colour takes a few bits for each block of 16 × 16 pixels.
      return largestFrame === undefined || size === undefined ? undefined : largestFrame < overhead + (size.width * size.height) / 100;
    case "m4a":
      return duration === undefined ? undefined : countInformation(bytes) < overhead + duration * 250;
    default:
      return undefined;
  }
}

/** Estimates the information in bytes by compressing again: constant content becomes short, other content does not. */
function countInformation(bytes: Buffer): number {
  return deflateRawSync(bytes).length;
}

function isOneColour({ data }: Raster): boolean {
  return data.every((value, at) => Math.abs(value - (data[at % 4] ?? 0)) <= alike);
}

function isSilent({ channels }: Sound): boolean {
  return channels.every((samples) => samples.every((value) => Math.abs(value) <= silence));
}
