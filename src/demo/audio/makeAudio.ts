/** Generates an audio file for a speech request, and converts files of providers. */

import { formatNamed as formatOf } from "../../contract/fileFormats.ts";
import { sourceOfBytes } from "../../media/files/byteSource.ts";
import { recognize } from "../../media/files/recognize.ts";
import { resample } from "../../media/files/resample.ts";
import { readWavSound, sampleReader } from "../../media/files/wavSound.ts";
import { audioFormats } from "../../media/sounds/audioFormats.ts";
import { encodeChannels, rateFor } from "../../media/sounds/encodeAudio.ts";
import { voiceNames } from "../capabilities.ts";
import type { ConversionRequest, MediaResult, SpeechRequest } from "../request.ts";

interface MonoSound {
  /** One channel, -1 to 1. */
  samples: Float32Array;
  /** Samples per second. */
  rate: number;
}

interface DecodedSound {
  /** One or two, of the same length. */
  channels: readonly Float32Array[];
  rate: number;
}

/** A comment in the file names the voice. */
export async function makeAudio(request: SpeechRequest): Promise<MediaResult> {
  const voice = voiceNames.find((name) => name === request.voice.toLowerCase());
  if (!voice) throw new RangeError("The request was not checked.");
  const { speak, voiceRate } = await import("../voice/speak.ts");
  const samples = await speak(request.text, voice, request.speed);
  return encode({ channels: [samples], rate: voiceRate }, request.format, `Synthetic voice: Flite ${voice}`);
}

/**
 * Converts a file to another format, with its channels and, from that of speech on, its rate. Throws a RangeError for other input, and for
 * formats that are not supported.
 */
export async function convertSound({ bytes, format: wanted }: ConversionRequest): Promise<MediaResult> {
  const given = (await recognize(sourceOfBytes(bytes)))?.format ?? "wav";
  const sound = given === "wav" ? await decodeChannels(bytes) : await decodeOther(bytes, given);
  if (!sound) throw new RangeError("This file cannot be converted.");
  return encode(sound, wanted, `Converted from ${given}`);
}

/** undefined also for stereo: it is music, which is better kept as its provider compressed it than compressed again. */
async function decodeOther(bytes: Uint8Array, format: string): Promise<DecodedSound | undefined> {
  const { decodeSound } = await import("../../media/sounds/decodeSound.ts");
  const sound = await decodeSound(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), format);
  const [samples, ...others] = sound?.channels ?? [];
  if (sound === undefined || samples === undefined || others.some((other) => !isSame(other, samples))) return undefined;
  return { channels: [samples], rate: sound.sampleRate };
}

const isSame = (one: Float32Array, other: Float32Array) => one.every((value, at) => value === other[at]);

async function encode({ channels, rate: given }: DecodedSound, wanted: string, comment: string): Promise<MediaResult> {
  const format = audioFormats.find((name) => name === wanted.toLowerCase());
  if (!format) throw new RangeError("The format was not checked.");
  const rate = rateFor(format, given);
  const resampled = channels.map((samples) => resample(samples, given, rate));
  const bytes = await encodeChannels(resampled, rate, format, comment);
  return { kind: "audio", bytes, mediaType: formatOf(format).mediaType, format };
}

/** The two channels of a WAV file; other numbers of them are mixed into one. undefined: as of `decodeWav`. */
async function decodeChannels(bytes: Uint8Array): Promise<DecodedSound | undefined> {
  const wav = await readWavSound(sourceOfBytes(bytes));
  const read = wav && sampleReader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), wav);
  if (wav === undefined || read === undefined) return undefined;
  const { frames, sampleAt } = read;
  if (read.channels === 2) {
    const channels = [0, 1].map((channel) => Float32Array.from({ length: frames }, (_, frame) => sampleAt(frame, channel)));
    return { channels, rate: wav.sampleRate };
  }
  const mono = await decodeWav(bytes);
  return mono && { channels: [mono.samples], rate: mono.rate };
}

/** Mixes the channels into one. undefined: the bytes are not a WAV file with integer or floating-point samples. */
export async function decodeWav(bytes: Uint8Array): Promise<MonoSound | undefined> {
  const wav = await readWavSound(sourceOfBytes(bytes));
  const read = wav && sampleReader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), wav);
  if (wav === undefined || read === undefined) return undefined;
  const { channels, frames } = read;
  const samples = Float32Array.from({ length: frames }, (_, frame) => {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) sum += read.sampleAt(frame, channel);
    return sum / channels;
  });
  return { samples, rate: wav.sampleRate };
}
