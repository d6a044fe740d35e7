/** Whether a file shows or sounds nothing: an image of one colour, silence, a film of one colour. */
import { deflateRawSync } from "node:zlib";
import type { Raster } from "../../images/raster.ts";
import type { Sound } from "../sounds/sound.ts";

export interface KnownFacts {
  format: string;
  size: { width: number; height: number } | undefined;
  /** undefined: it is no image that can be decoded. */
  pixels: Raster | undefined;
  /** undefined: it is no sound that can be decoded. */
  sound: Sound | undefined;
  /** Seconds. */
  duration: number | undefined;
  /** Bytes of the largest frame of a video. */
  largestFrame: number | undefined;
}

/** Colour values that are alike differ by this much at most, of 255. */
const alike = 4;
/** −60 dB of full scale. */
const silence = 0.001;
/** Bytes that headers take, whatever follows. */
const overhead = 1024;

/** undefined: the format does not show it, or the file is cut off. */
export function isBlank(bytes: Buffer, { format, size, pixels, sound, duration, largestFrame }: KnownFacts): boolean | undefined {
  switch (format) {
    case "png":
    case "jpg":
    case "webp":
      return pixels && isOneColour(pixels);
    case "wav":
    case "mp3":
    case "flac":
    case "opus":
      return sound && isSilent(sound);
    case "mp4":
    case "mov":
      // A frame of one colour takes some bits for each block of 16 × 16 pixels.
      return largestFrame === undefined || size === undefined ? undefined : largestFrame < overhead + (size.width * size.height) / 100;
    case "m4a":
      return duration === undefined ? undefined : countInformation(bytes) < overhead + duration * 250;
    default:
      return undefined;
  }
}

/** What is the same all the time is short once it is compressed again, and what is not stays as it is. In bytes. */
function countInformation(bytes: Buffer): number {
  return deflateRawSync(bytes).length;
}

function isOneColour({ data }: Raster): boolean {
  return data.every((value, at) => Math.abs(value - (data[at % 4] ?? 0)) <= alike);
}

function isSilent({ channels }: Sound): boolean {
  return channels.every((samples) => samples.every((value) => Math.abs(value) <= silence));
}
