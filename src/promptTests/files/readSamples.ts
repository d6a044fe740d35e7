import { sourceOfBytes } from "../../mediaFiles/byteSource.ts";
import { readWavSound } from "../../mediaFiles/wavSound.ts";

export interface Samples {
  channels: number;
  sampleRate: number;
  /** Of all channels together. */
  count: number;
  /** From -1 to 1, the channels after each other. */
  read(index: number): number;
}

/** undefined: no WAV file, or one whose samples are of another size. */
export async function readSamples(file: Buffer): Promise<Samples | undefined> {
  const wav = await readWavSound(sourceOfBytes(file));
  if (wav === undefined) return undefined;
  const { channels, sampleRate, bitsPerSample, isFloat } = wav;
  const step = bitsPerSample / 8;
  if (![1, 2, 3, 4].includes(step) || (isFloat && step !== 4) || channels === 0 || sampleRate === 0) return undefined;
  const samples = file.subarray(wav.samples.from, wav.samples.from + wav.samples.size);
  return {
    channels,
    sampleRate,
    count: Math.floor(samples.length / step),
    read(index) {
      const at = index * step;
      if (isFloat) return samples.readFloatLE(at);
      return step === 1 ? (samples.readUInt8(at) - 128) / 128 : samples.readIntLE(at, step) / 2 ** (bitsPerSample - 1);
    },
  };
}
