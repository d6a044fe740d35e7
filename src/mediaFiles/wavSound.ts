/** The samples of a WAV file. Source: Multimedia Programming Interface and Data Specifications 1.0, "WAVE". */
import type { ByteSource } from "./byteSource.ts";
import { contentOf, readRiff } from "./riff.ts";

export interface WavSound {
  seconds: number;
  channels: number;
  /** Of each channel in a second. */
  sampleRate: number;
  bitsPerSample: number;
  isFloat: boolean;
  /** Where the samples begin, and how many bytes they take. A program that writes to a pipe does not know the size in the header: what is there counts. */
  samples: { from: number; size: number };
}

/** undefined: it has no samples, or does not say how many there are in a second. */
export async function readWavSound(source: ByteSource): Promise<WavSound | undefined> {
  const { chunks } = await readRiff(source, "data");
  const format = chunks.find(({ type }) => type === "fmt ");
  const data = chunks.find(({ type }) => type === "data");
  const fields = format && (await contentOf(source, format, 64));
  if (fields === undefined || fields.length < 16 || data === undefined) return undefined;
  const from = data.from + 8;
  const size = Math.min(data.size, source.size - from);
  const seconds = size / fields.readUInt32LE(8);
  if (!Number.isFinite(seconds) || seconds <= 0) return undefined;
  return {
    seconds,
    channels: fields.readUInt16LE(2),
    sampleRate: fields.readUInt32LE(4),
    bitsPerSample: fields.readUInt16LE(14),
    isFloat: fields.readUInt16LE(0) === 3,
    samples: { from, size },
  };
}
