/** The samples of a WAV file. Source: Multimedia Programming Interface and Data Specifications 1.0, "WAVE". */
import type { ByteSource } from "./byteSource.ts";
import { expandSample } from "./rawSamples.ts";
import { contentOf } from "./riff.ts";
import { readWav, type SampleEncoding, sampleBlockOf, sampleEncoding } from "./wav.ts";

export interface WavSound {
  seconds: number;
  channels: number;
  /** Samples per second of each channel. */
  sampleRate: number;
  bitsPerSample: number;
  /** undefined: the samples are compressed. */
  encoding: SampleEncoding | undefined;
  /** Offset and size of the samples in bytes. The actual size, whatever the header says. */
  samples: { from: number; size: number };
}

/** Programs that write to a pipe state larger ones: sox states the largest signed number, or what it makes of it. */
const largestCount = 0x6fff_ffff;

/** undefined: there are no samples, or their rate is missing. */
export async function readWavSound(source: ByteSource): Promise<WavSound | undefined> {
  const { chunks, samples } = await readWav(source);
  const format = chunks.find(({ type }) => type === "fmt ");
  const fields = format && (await contentOf(source, format, 64));
  if (fields === undefined || fields.length < 16 || samples === undefined) return undefined;
  const { from, size } = { from: samples.from + 8, size: samples.size };
  const encoding = sampleEncoding(fields);
  const block = sampleBlockOf(fields);
  const held = block && Math.floor(size / block.bytes) * block.frames;
  // The last block may be incomplete; without blocks, the rate of compressed bytes is an average at best.
  const fact = encoding === undefined ? chunks.find(({ type }) => type === "fact") : undefined;
  const counted = fact && (await contentOf(source, fact, 64));
  const stated = counted !== undefined && counted.length >= 4 ? counted.readUInt32LE(0) : 0;
  const most = block === undefined || held === undefined ? largestCount : held + block.frames;
  const count = stated > 0 && stated <= most ? stated : held;
  const seconds = count === undefined ? size / fields.readUInt32LE(8) : count / fields.readUInt32LE(4);
  if (!Number.isFinite(seconds) || seconds <= 0) return undefined;
  return {
    seconds,
    channels: fields.readUInt16LE(2),
    sampleRate: fields.readUInt32LE(4),
    bitsPerSample: fields.readUInt16LE(14),
    encoding,
    samples: { from, size },
  };
}

interface SampleReader {
  channels: number;
  /** Samples of each channel. */
  frames: number;
  /** From -1 to 1. */
  sampleAt(frame: number, channel: number): number;
}

/** undefined: the samples are compressed, or of another size than programs write. */
export function sampleReader(file: Buffer, { samples, channels, bitsPerSample, encoding, sampleRate }: WavSound): SampleReader | undefined {
  const data = file.subarray(samples.from, samples.from + samples.size);
  const step = bitsPerSample / 8;
  const read = encoding && readerOf(data, encoding, step);
  if (read === undefined || channels === 0 || sampleRate === 0) return undefined;
  const frames = Math.floor(data.length / (step * channels));
  return { channels, frames, sampleAt: (frame, channel) => read((frame * channels + channel) * step) };
}

function readerOf(data: Buffer, encoding: SampleEncoding, step: number): ((at: number) => number) | undefined {
  switch (encoding) {
    case "float":
      return step === 4 ? (at) => data.readFloatLE(at) : step === 8 ? (at) => data.readDoubleLE(at) : undefined;
    case "alaw":
    case "mulaw":
      return step === 1 ? (at) => expandSample(data.readUInt8(at), encoding) / 32_768 : undefined;
    case "integer":
      // 8-bit samples are unsigned, all others are signed.
      if (step === 1) return (at) => (data.readUInt8(at) - 128) / 128;
      return [2, 3, 4].includes(step) ? (at) => data.readIntLE(at, step) / 2 ** (step * 8 - 1) : undefined;
  }
}
