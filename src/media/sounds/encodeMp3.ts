/** Encodes samples as an MP3 file with a comment. */
import { createMp3Encoder } from "wasm-media-encoders";
import { type Chapter, id3Chapters, id3Frame } from "./chapters.ts";
import { createTurns } from "./createTurns.ts";
import type { Samples } from "./samples.ts";

/** An ID3 tag with one comment. Source: ID3 tag version 2.3.0, 3.1 and 4.11. */
function tagOf(comment: string, chapters: readonly Chapter[]): Buffer {
  const frames = Buffer.concat([id3Frame("COMM", Buffer.from(`\0eng\0${comment}`, "latin1")), id3Chapters(chapters)]);
  const size = frames.length;
  // Seven bits of the size in each byte.
  const header = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, (size >> 21) & 127, (size >> 14) & 127, (size >> 7) & 127, size & 127]);
  return Buffer.concat([header, frames]);
}

/** Samples that are encoded at once: the encoder keeps memory for the largest block. */
const blockSize = 2 ** 16;

/** kbit/s of one channel and of two, at the rate of speech and above it. */
const bitrates = { speech: [64, 128], music: [96, 192] } as const;

/** One or two channels at `rate` samples per second; `comment` is ASCII. */
export async function encodeMp3(
  channels: readonly Samples[],
  rate: number,
  comment: string,
  chapters: readonly Chapter[] = [],
): Promise<Uint8Array> {
  const encoder = await createMp3Encoder();
  const [mono, stereo] = bitrates[rate > 24_000 ? "music" : "speech"];
  const form = channels.length === 2 ? ({ channels: 2, bitrate: stereo } as const) : ({ channels: 1, bitrate: mono } as const);
  encoder.configure({ ...form, sampleRate: rate });
  const length = channels[0]?.length ?? 0;
  const takeTurns = createTurns();
  const parts = [tagOf(comment, chapters)];
  // Both calls return the encoder's own memory, which the next call overwrites.
  for (let at = 0; at < length; at += blockSize) {
    await takeTurns();
    parts.push(Buffer.from(encoder.encode(channels.map((samples) => samples.subarray(at, at + blockSize)))));
  }
  parts.push(Buffer.from(encoder.finalize()));
  return new Uint8Array(Buffer.concat(parts));
}
