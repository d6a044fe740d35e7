import { sourceOfBytes } from "../../files/byteSource.ts";
import { readWavSound, sampleReader } from "../../files/wavSound.ts";

interface MonoSound {
  /** One channel, -1 to 1. */
  samples: Float32Array;
  /** Samples per second. */
  rate: number;
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
