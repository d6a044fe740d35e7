import { format as formatOf } from "../../contract/fileFormats.ts";
import { audioFormats } from "../capabilities.ts";
import type { ConversionRequest, MediaResult } from "../request.ts";
import { decodeWav } from "./decodeWav.ts";
import { encodeAudio } from "./encodeAudio.ts";
import { resample } from "./resample.ts";
import { speechRate } from "./speechRate.ts";

/** Converts a WAV file to another format. Throws a RangeError for other input, and for formats that are not supported. */
export async function convertWav({ bytes, format: wanted }: ConversionRequest): Promise<MediaResult> {
  const format = audioFormats.find((name) => name === wanted);
  const sound = decodeWav(bytes);
  if (!format || !sound) throw new RangeError("This file cannot be converted.");
  const samples = resample(sound.samples, sound.rate, speechRate);
  return { kind: "audio", bytes: await encodeAudio(samples, format, "Converted from WAV"), mediaType: formatOf(format).mediaType, format };
}
