/** WAV files in the layouts that engines write, and sounds that are converted from each format to each other one. */
import { expect, test } from "vitest";
import { createMp3Encoder } from "wasm-media-encoders";
import { convertSound, decodeWav } from "../../../../src/demo/audio/makeAudio.ts";
import { sourceOfBytes } from "../../../../src/media/files/byteSource.ts";
import { findDuration } from "../../../../src/media/files/duration.ts";
import { recognize } from "../../../../src/media/files/recognize.ts";
import { type AudioFormat, audioFormats } from "../../../../src/media/sounds/audioFormats.ts";
import { decodeSound } from "../../../../src/media/sounds/decodeSound.ts";
import { encodeAudio } from "../../../../src/media/sounds/encodeAudio.ts";
import { encodeWav } from "../../../../src/media/sounds/encodeWav.ts";

interface Layout {
  code: number;
  channels: number;
  bytes: number;
}

/** A WAV at 8 kHz; `size` is the data size in its header. */
function wav({ code, channels, bytes }: Layout, data: Buffer, size = data.length): Buffer {
  const header = Buffer.alloc(44);
  header.write("RIFF\0\0\0\0WAVEfmt ", "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(code, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000 * channels * bytes, 28);
  header.writeUInt16LE(channels * bytes, 32);
  header.writeUInt16LE(bytes * 8, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(size, 40);
  return Buffer.concat([header, data]);
}

const sixteen = Buffer.from(Int16Array.of(16384, -16384).buffer);

test("reads the demo's own files", async () => {
  const samples = Float32Array.of(0, 0.5, -0.5, 1);
  const decoded = await decodeWav(encodeWav([samples], 24_000, "x"));
  expect(decoded?.rate).toBe(24_000);
  expect([...(decoded?.samples ?? [])]).toEqual([...samples].map((sample) => expect.closeTo(sample, 3)));
});

test.each([
  ["8 bits", { code: 1, channels: 1, bytes: 1 }, Buffer.of(192, 64)],
  ["16 bits", { code: 1, channels: 1, bytes: 2 }, sixteen],
  ["24 bits", { code: 1, channels: 1, bytes: 3 }, Buffer.of(0, 0, 0x40, 0, 0, 0xc0)],
  ["floating point", { code: 3, channels: 1, bytes: 4 }, Buffer.from(Float32Array.of(0.5, -0.5).buffer)],
])("reads %s", async (_, layout, data) => {
  expect([...((await decodeWav(wav(layout, data)))?.samples ?? [])]).toEqual([0.5, -0.5]);
});

// Values of the tables of ITU-T G.711, in steps of 16 bits.
test.each([
  ["A-law", 6, Buffer.of(0xd5, 0xaa), [8, 32_256]],
  ["µ-law", 7, Buffer.of(0xf0, 0x80), [120, 32_124]],
])("reads %s", async (_, code, data, expected) => {
  const decoded = await decodeWav(wav({ code, channels: 1, bytes: 1 }, data));
  expect([...(decoded?.samples ?? [])].map((sample) => sample * 32_768)).toEqual(expected);
});

test("two channels are mixed into one", async () => {
  expect([...((await decodeWav(wav({ code: 1, channels: 2, bytes: 2 }, sixteen)))?.samples ?? [])]).toEqual([0]);
});

test.each([0, 0xffff_ffff])("the placeholder length %d means the rest of the file", async (size) => {
  expect((await decodeWav(wav({ code: 1, channels: 1, bytes: 2 }, sixteen, size)))?.samples).toHaveLength(2);
});

test.each([Buffer.alloc(0), Buffer.from("RIFF\0\0\0\0WAVE", "latin1"), wav({ code: 85, channels: 1, bytes: 2 }, sixteen)])(
  "anything else is refused",
  async (bytes) => {
    await expect(convertSound({ kind: "conversion", bytes, format: "mp3" })).rejects.toThrow(RangeError);
  },
);

test.each(audioFormats.flatMap((from) => audioFormats.filter((to) => to !== from).map((to) => [from, to] as const)))(
  "%s is converted to %s",
  async (from, to) => {
    const tone = Float32Array.from({ length: 12_000 }, (_, at) => Math.sin(at / 9) / 2);
    const { bytes } = await convertSound({ kind: "conversion", bytes: await encodeAudio(tone, from, "x"), format: to });
    expect((await recognize(sourceOfBytes(bytes)))?.format).toBe(to);
    // An MP3 file has whole frames, and silence at its ends.
    expect(Math.abs(((await findDuration(sourceOfBytes(bytes), to)) ?? 0) - 0.5)).toBeLessThan(0.15);
  },
);

async function stereoMp3(left: Float32Array, right: Float32Array): Promise<Uint8Array> {
  const encoder = await createMp3Encoder();
  encoder.configure({ channels: 2, sampleRate: 48_000, bitrate: 128 });
  const start = encoder.encode([left, right]).slice();
  return Buffer.concat([start, encoder.finalize()]);
}

test("compressed music in stereo is not compressed again", async () => {
  const tone = (pitch: number) => Float32Array.from({ length: 24_000 }, (_, at) => Math.sin(at / pitch) / 2);
  const bytes = await stereoMp3(tone(9), tone(14));
  await expect(convertSound({ kind: "conversion", bytes, format: "flac" })).rejects.toThrow(RangeError);
  expect((await convertSound({ kind: "conversion", bytes: await stereoMp3(tone(9), tone(9)), format: "flac" })).format).toBe("flac");
});

const tone = (rate: number) => Float32Array.from({ length: rate / 2 }, (_, at) => Math.sin((at * 2 * Math.PI * 440) / rate) / 2);
const loudness = (samples: Float32Array) => Math.sqrt(samples.reduce((sum, value) => sum + value ** 2, 0) / samples.length);

// Rates of MPEG audio layer III, of FLAC and of Opus. Sources: ISO/IEC 11172-3 and 13818-3; RFC 9639, 9.1.2; RFC 6716, 2.
test.each<[rate: number, format: AudioFormat, kept: number]>([
  [8_000, "mp3", 24_000],
  [24_000, "mp3", 24_000],
  [44_100, "mp3", 44_100],
  [48_000, "mp3", 48_000],
  [96_000, "mp3", 48_000],
  [22_050, "flac", 24_000],
  [44_100, "flac", 44_100],
  [48_000, "opus", 48_000],
])("a WAV file in stereo at %i Hz is converted to %s in stereo at %i Hz", async (rate, format, kept) => {
  const wav = encodeWav([tone(rate), new Float32Array(rate / 2)], rate, "x");
  const sound = await decodeSound(Buffer.from((await convertSound({ kind: "conversion", bytes: wav, format })).bytes), format);
  expect(sound?.sampleRate).toBe(kept);
  const [left, right, ...others] = sound?.channels ?? [];
  expect(others).toEqual([]);
  // 0.5 / √2, for half a second; files of MP3 have silence at their ends.
  expect(loudness(left ?? new Float32Array())).toBeGreaterThan(0.28);
  expect(loudness(left ?? new Float32Array())).toBeLessThan(0.37);
  expect(loudness(right ?? new Float32Array(1).fill(1))).toBeLessThan(0.02);
  expect(Math.abs((left?.length ?? 0) / kept - 0.5)).toBeLessThan(0.12);
});

test("FLAC has the samples of both channels", async () => {
  const [left, right] = [tone(44_100), tone(44_100).map((value, at) => (at % 5000 < 2500 ? value : -0.25))];
  const wav = encodeWav([left, right], 44_100, "x");
  const { bytes } = await convertSound({ kind: "conversion", bytes: wav, format: "flac" });
  const decoded = await decodeSound(Buffer.from(bytes), "flac");
  const rounded = (await decodeSound(Buffer.from(wav), "wav"))?.channels ?? [];
  expect(decoded?.channels.map((samples) => samples.length)).toEqual([22_050, 22_050]);
  const farthest = (decoded?.channels ?? []).map((samples, at) =>
    Math.max(...samples.map((value, i) => Math.abs(value - (rounded[at]?.[i] ?? 1)))),
  );
  expect(farthest.every((distance) => distance < 1 / 16_000)).toBe(true);
});
