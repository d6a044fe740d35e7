/** Sounds are decoded to the same samples as with ffmpeg, and damaged sounds are not decoded. */
import { expect, test } from "vitest";
import { audioFormats } from "../../../../../src/media/sounds/audioFormats.ts";
import { decodeSound } from "../../../../../src/media/sounds/decodeSound.ts";
import { encodeAudio } from "../../../../../src/media/sounds/encodeAudio.ts";
import { SampleCollector } from "../../../../../src/media/sounds/sound.ts";
import { decodeChannels, encodeSound, hasDecoder } from "../../../demo/decoder.ts";

const tone = Float32Array.from({ length: 36_000 }, (_, at) => Math.sin(at / (20 + (at % 3000) / 100)) / 2);

/** The samples of all channels, concatenated, and the rate. */
async function decode(file: Buffer, format: string) {
  const sound = await decodeSound(file, format);
  const channels = sound?.channels ?? [];
  const length = channels[0]?.length ?? 0;
  const samples = Float32Array.from(
    { length: length * channels.length },
    (_, at) => channels[at % channels.length]?.[Math.floor(at / channels.length)] ?? 0,
  );
  return { samples, count: channels.length, rate: sound?.sampleRate };
}

/** The largest difference of samples that both have. */
function differ(one: Float32Array, other: Float32Array): number {
  return one.reduce((most, value, at) => Math.max(most, Math.abs(value - (other[at] ?? value))), 0);
}

test("the demo's lossless files are decoded to the same samples", async () => {
  for (const format of ["wav", "flac"] as const) {
    const { samples, rate } = await decode(Buffer.from(await encodeAudio(tone, format, "a comment")), format);
    expect([samples.length, rate]).toEqual([tone.length, 24_000]);
    expect(differ(samples, tone)).toBeLessThan(1 / 16_000);
  }
});

// Two channels, each a tone with noise.
const source = (rate: number) =>
  `aevalsrc='0.4*sin(2*PI*330*t)+0.05*random(0)|0.3*sin(2*PI*550*t)+0.05*random(1)-0.02*sin(t)':s=${rate}:d=0.7`;

test.skipIf(!hasDecoder).each<[string, number, string, ...string[]]>([
  ["flac", 44_100, "level12.flac", "-compression_level", "12"],
  ["flac", 44_100, "depth24.flac", "-sample_fmt", "s32"],
  ["flac", 12_345, "mono.flac", "-ac", "1"],
  ["flac", 44_100, "middle.flac", "-ch_mode", "mid_side"],
  ["flac", 44_100, "left.flac", "-ch_mode", "left_side"],
  ["flac", 44_100, "right.flac", "-ch_mode", "right_side"],
  ["wav", 44_100, "8.wav", "-c:a", "pcm_u8"],
  ["wav", 44_100, "24.wav", "-c:a", "pcm_s24le"],
  ["wav", 44_100, "double.wav", "-c:a", "pcm_f64le"],
  ["wav", 44_100, "american.wav", "-c:a", "pcm_mulaw"],
  ["wav", 44_100, "european.wav", "-c:a", "pcm_alaw"],
  ["wav", 44_100, "six.wav", "-c:a", "pcm_s16le", "-ac", "6"],
])("%s at %d Hz, %s: the samples equal ffmpeg's (skipped without ffmpeg)", async (format, rate, name, ...flags) => {
  const file = encodeSound(source(rate), name, ...flags);
  const reference = decodeChannels(file);
  const decoded = await decode(file, format);
  expect([decoded.rate, decoded.samples.length]).toEqual([rate, reference.length]);
  expect(differ(decoded.samples, reference)).toBeLessThan(1e-6);
});

test.skipIf(!hasDecoder).each<[string, number, number, string, ...string[]]>([
  ["mp3", 24_000, 1, "slow.mp3", "-ac", "1", "-b:a", "32k"],
  ["mp3", 44_100, 2, "varying.mp3", "-q:a", "4"],
  ["opus", 48_000, 2, "stereo.opus", "-b:a", "96k"],
  ["opus", 48_000, 1, "mono.opus", "-ac", "1", "-b:a", "24k", "-application", "voip"],
  ["opus", 48_000, 1, "long.opus", "-ac", "1", "-frame_duration", "60"],
])("%s at %d Hz with %d channels, %s: the sound equals ffmpeg's (skipped without ffmpeg)", async (format, rate, count, name, ...flags) => {
  const file = encodeSound(source(rate), name, ...flags);
  // ffmpeg's own decoder of Opus differs slightly from the reference decoder.
  const reference = decodeChannels(file, ...(format === "opus" ? ["-c:a", "libopus"] : []));
  const decoded = await decode(file, format);
  expect([decoded.rate, decoded.count]).toEqual([rate, count]);
  expect(Math.abs(decoded.samples.length - reference.length) / count / rate).toBeLessThan(0.03);
  expect(differ(decoded.samples, reference)).toBeLessThan(0.01);
});

test.skipIf(!hasDecoder).each([
  ["opus", "six.opus", "-ac", "6"],
  ["opus", "vorbis.ogg", "-c:a", "libvorbis"],
  ["wav", "predicted.wav", "-c:a", "adpcm_ms"],
])("%s: %s is not decoded (skipped without ffmpeg)", async (format, name, ...flags) => {
  expect(await decodeSound(encodeSound(source(44_100), name, ...flags), format)).toBeUndefined();
});

test("truncated, damaged or other data is decoded as far as possible, or not at all, without an error", async () => {
  for (const format of audioFormats) {
    const file = Buffer.from(await encodeAudio(tone, format, ""));
    for (let length = 0; length < file.length; length += Math.ceil(file.length / 7)) await decodeSound(file.subarray(0, length), format);
    for (let at = 0; at < file.length; at += Math.ceil(file.length / 7)) {
      const damaged = Buffer.from(file);
      damaged.fill(0xff, at, at + 7);
      await decodeSound(damaged, format);
    }
    expect(await decodeSound(Buffer.from("ID3 and so on, but no sound"), format)).toBeUndefined();
    expect(await decodeSound(Buffer.alloc(2000), format)).toBeUndefined();
  }
});

test("a truncated FLAC has no samples, because the rest is unreliable", async () => {
  const file = Buffer.from(await encodeAudio(tone, "flac", ""));
  expect(await decodeSound(file.subarray(0, file.length / 2), "flac")).toBeUndefined();
});

test("no more samples are collected than fit into memory", () => {
  const collector = new SampleCollector();
  const part = new Float32Array(1_000_000);
  for (let count = 0; count < 30; count += 1) collector.add([part, part]);
  expect(() => collector.add([part, part])).toThrow(RangeError);
});
