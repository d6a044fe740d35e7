/** Generates an audio file for a speech request, and converts WAV files of providers. */
import { format as formatOf } from "../../contract/fileFormats.ts";
import { audioFormats, voiceNames } from "../capabilities.ts";
import type { ConversionRequest, MediaResult, SpeechRequest } from "../request.ts";
import { decodeWav } from "./decodeWav.ts";
import { encodeAudio, speechRate } from "./encodeAudio.ts";
import { hum } from "./hum.ts";

/** A comment in the file says that it is demo. */
export async function makeAudio(request: SpeechRequest): Promise<MediaResult> {
  const voice = voiceNames.find((name) => name === request.voice.toLowerCase());
  if (!voice) throw new RangeError("The request was not checked.");
  return encode(hum(request.text, voice, request.speed), request.format, "Demo voice: tones without words");
}

/** Converts a WAV file to another format. Throws a RangeError for other input, and for formats that are not supported. */
export async function convertWav({ bytes, format }: ConversionRequest): Promise<MediaResult> {
  const sound = await decodeWav(bytes);
  if (!sound) throw new RangeError("This file cannot be converted.");
  return encode(resample(sound.samples, sound.rate, speechRate), format, "Converted from WAV");
}

async function encode(samples: Float32Array, wanted: string, comment: string): Promise<MediaResult> {
  const format = audioFormats.find((name) => name === wanted.toLowerCase());
  if (!format) throw new RangeError("The format was not checked.");
  return { kind: "audio", bytes: await encodeAudio(samples, format, comment), mediaType: formatOf(format).mediaType, format };
}

/** Cubic interpolation (Catmull-Rom), which is sufficient for speech, whose energy is far below half of the rates. */
export function resample(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples;
  const at = (index: number) => samples[Math.max(0, Math.min(samples.length - 1, index))] ?? 0;
  const result = new Float32Array(Math.round((samples.length * to) / from));
  for (let index = 0; index < result.length; index += 1) {
    const position = (index * from) / to;
    const base = Math.floor(position);
    const t = position - base;
    const [before, first, second, after] = [at(base - 1), at(base), at(base + 1), at(base + 2)];
    const curve = 2 * before - 5 * first + 4 * second - after + t * (3 * (first - second) + after - before);
    result[index] = first + 0.5 * t * (second - before + t * curve);
  }
  return result;
}
