/** Whether a file shows or sounds nothing: an image of one colour, silence, a film of one colour. */
import { deflateRawSync } from "node:zlib";
import type { Raster } from "../../images/raster.ts";
import { readSamples } from "./readSamples.ts";

export interface KnownFacts {
  format: string;
  size: { width: number; height: number } | undefined;
  /** undefined: it is no image that can be decoded. */
  pixels: Raster | undefined;
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
export async function isBlank(bytes: Buffer, { format, size, pixels, duration, largestFrame }: KnownFacts): Promise<boolean | undefined> {
  switch (format) {
    case "png":
    case "jpg":
      return pixels && isOneColour(pixels);
    case "wav":
      return isSilentWav(bytes);
    case "mp4":
    case "mov":
      // A frame of one colour takes some bits for each block of 16 × 16 pixels.
      return largestFrame === undefined || size === undefined ? undefined : largestFrame < overhead + (size.width * size.height) / 100;
    case "webp":
      return size && countInformation(bytes) < overhead + (size.width * size.height) / 10_000;
    case "mp3":
    case "opus":
    case "flac":
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

async function isSilentWav(bytes: Buffer): Promise<boolean | undefined> {
  const samples = await readSamples(bytes);
  if (samples === undefined) return undefined;
  for (let index = 0; index < samples.count; index += 1) {
    if (Math.abs(samples.read(index)) > silence) return false;
  }
  return true;
}
