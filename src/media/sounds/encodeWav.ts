/** Encodes samples as a WAV file of 16 bits. Source: RIFF, "Multimedia Programming Interface and Data Specifications 1.0". */
import { writeRiffChunk } from "../files/riff.ts";
import { type Chapter, wavChapters } from "./chapters.ts";
import type { Samples } from "./samples.ts";

/** Converts samples from -1 to 1 to signed 16-bit integers. */
export function toSixteenBits(samples: Float32Array): Int16Array {
  const values = new Int16Array(samples.length);
  for (let index = 0; index < samples.length; index += 1) {
    values[index] = Math.round(Math.max(-1, Math.min(1, samples[index] ?? 0)) * 32_767);
  }
  return values;
}

/** The samples of the channels in turn. */
export function interleaved(channels: readonly Int16Array[]): Int16Array {
  const [only, ...others] = channels;
  if (only === undefined || others.length === 0) return only ?? new Int16Array();
  const all = new Int16Array(only.length * channels.length);
  for (const [channel, values] of channels.entries()) {
    for (let at = 0; at < values.length; at += 1) all[at * channels.length + channel] = values[at] ?? 0;
  }
  return all;
}

/** Samples that are converted at once. */
const blockSize = 2 ** 16;

/** One or two channels at `rate` samples per second; `comment` is ASCII. */
export function encodeWav(channels: readonly Samples[], rate: number, comment: string, chapters: readonly Chapter[] = []): Uint8Array {
  const frame = channels.length * 2;
  const length = channels[0]?.length ?? 0;
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(channels.length, 2);
  format.writeUInt32LE(rate, 4);
  format.writeUInt32LE(rate * frame, 8);
  format.writeUInt16LE(frame, 12);
  format.writeUInt16LE(16, 14);
  // As in memory: all machines that VS Code supports are little-endian.
  const data: Buffer[] = [];
  for (let at = 0; at < length; at += blockSize) {
    const values = channels.map((samples) => toSixteenBits(samples.subarray(at, at + blockSize)));
    data.push(Buffer.from(interleaved(values).buffer));
  }
  const info = Buffer.concat([Buffer.from("INFO", "latin1"), writeRiffChunk("ICMT", Buffer.from(`${comment}\0`, "latin1"))]);
  const chunks = [
    writeRiffChunk("fmt ", format),
    writeRiffChunk("LIST", info),
    writeRiffChunk("data", Buffer.concat(data)),
    ...wavChapters(chapters, rate),
  ];
  return new Uint8Array(writeRiffChunk("RIFF", Buffer.concat([Buffer.from("WAVE", "latin1"), ...chunks])));
}
