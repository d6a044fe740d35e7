/** The duration of files from real encoders, and of other files. */
import { expect, test } from "vitest";
import { encodeAudio } from "../../../src/demo/audio/encodeAudio.ts";
import { speechRate } from "../../../src/demo/audio/speechRate.ts";
import { audioFormats } from "../../../src/demo/capabilities.ts";
import { sourceOfBytes } from "../../../src/mediaFiles/byteSource.ts";
import { findDuration } from "../../../src/mediaFiles/duration.ts";

const durationOf = (bytes: Uint8Array, format: string) => findDuration(sourceOfBytes(bytes), format);
const tone = Float32Array.from({ length: speechRate * 1.5 }, (_, index) => Math.sin(index / 20) / 2);

test.each(audioFormats)("a sound of 1.5 seconds as %s", async (format) => {
  const seconds = await durationOf(await encodeAudio(tone, format, "demo"), format);
  // Frame-based encoders add silence at the beginning and the end.
  expect(seconds).toBeGreaterThan(1.45);
  expect(seconds).toBeLessThan(1.65);
});

test("a WAV from a pipe, whose header declares more data than there is", async () => {
  const wav = Buffer.from(await encodeAudio(tone, "wav", "demo"));
  wav.writeUInt32LE(0x7fff_f000, wav.indexOf("data") + 4);
  expect(await durationOf(wav, "wav")).toBeCloseTo(1.5, 5);
});

test("frames of AAC are added up", async () => {
  const frame = Buffer.alloc(100);
  // ADTS without a checksum: 44.1 kHz, and 100 bytes a frame.
  Buffer.from([0xff, 0xf1, 0x50, 0x80, 0x0c, 0x9f, 0xfc]).copy(frame);
  expect(await durationOf(Buffer.concat(Array.from({ length: 43 }, () => frame)), "aac")).toBeCloseTo((43 * 1024) / 44_100, 5);
});

const box = (name: string, body: Buffer) => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(body.length + 8);
  return Buffer.concat([size, Buffer.from(name, "latin1"), body]);
};

test.each([
  ["short", 0, 16],
  ["long", 1, 20],
])("a video has its duration in a %s header", async (_, version, clock) => {
  const header = Buffer.alloc(112);
  header[0] = version;
  header.writeUInt32BE(600, version === 1 ? clock : 12);
  if (version === 1) header.writeBigUInt64BE(2_700n, 24);
  else header.writeUInt32BE(2_700, 16);
  const file = Buffer.concat([box("ftyp", Buffer.from("isom")), box("mdat", Buffer.alloc(50)), box("moov", box("mvhd", header))]);
  expect(await durationOf(file, "mp4")).toBe(4.5);
});

test.each(["wav", "flac", "opus", "mp3", "aac", "mp4", "webm"])("bytes that are no %s have no duration", async (format) => {
  for (const length of [0, 3, 27, 2_000]) {
    expect(await durationOf(Buffer.alloc(length), format)).toBeUndefined();
    expect((await durationOf(Buffer.alloc(length, 0xff), format)) ?? 1).toBeGreaterThan(0);
  }
});
