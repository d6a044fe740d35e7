/** Sounds are joined with pauses and chapters, which ffprobe reads. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { finishBytes } from "../../../../src/media/metadata/finishFile.ts";
import { audioFormats } from "../../../../src/media/sounds/audioFormats.ts";
import type { Chapter } from "../../../../src/media/sounds/chapters.ts";
import { encodeAudio, speechRate } from "../../../../src/media/sounds/encodeAudio.ts";
import { encodeWav } from "../../../../src/media/sounds/encodeWav.ts";
import { joinSounds } from "../../../../src/media/sounds/joinSounds.ts";
import { decodeSound, hasDecoder } from "../../demo/decoder.ts";

const tone = (seconds: number, rate: number, hertz: number) =>
  Float32Array.from({ length: seconds * rate }, (_, index) => 0.5 * Math.sin((2 * Math.PI * hertz * index) / rate));

const titles = ["Anna: Hello…", "Bén: „Ja“ 你好", "Anna: Bye"];
/** Seconds. */
const starts = [0, 1.5, 2.5];

async function join(format: string) {
  const sounds = [
    encodeWav([tone(1, 24_000, 440)], 24_000, ""),
    encodeWav([tone(0.5, 16_000, 440)], 16_000, ""),
    encodeWav([tone(1, 48_000, 440)], 48_000, ""),
  ];
  const recordings = sounds.map((bytes, index) => ({ title: titles[index] ?? "", format: "wav", read: async () => Buffer.from(bytes) }));
  const joined = await joinSounds(recordings, format, tmpdir());
  if (joined === undefined) throw new TypeError("They were not joined.");
  return joined;
}

function chaptersOf(bytes: Uint8Array): { title: string; start: number; end: number }[] {
  const folder = mkdtempSync(path.join(tmpdir(), "generation-studio-"));
  try {
    const file = path.join(folder, "sound");
    writeFileSync(file, bytes);
    const read = JSON.parse(execFileSync("ffprobe", ["-v", "error", "-show_chapters", "-of", "json", file], { encoding: "utf8" })) as {
      chapters: { start_time: string; end_time: string; tags: { title: string } }[];
    };
    return read.chapters.map(({ start_time, end_time, tags }) => ({ title: tags.title, start: Number(start_time), end: Number(end_time) }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.skipIf(!hasDecoder).each(["mp3", "flac", "opus"])("chapters of %s are those that ffprobe reads", async (format) => {
  const { bytes, format: made } = await join(format);
  const chapters = chaptersOf(bytes);
  expect(made).toBe(format);
  expect(chapters.map(({ title }) => title)).toEqual(titles);
  expect(chapters.map(({ start }) => start)).toEqual(starts);
  if (format === "mp3") expect(chapters.map(({ end }) => end)).toEqual([1, 2, 3.5]);
});

test.skipIf(!hasDecoder).each(audioFormats)("%s has each sound at its time, and silence in between", async (format) => {
  const { bytes } = await join(format);
  const rate = 8000;
  const samples = decodeSound(bytes, rate);
  expect(samples.length / rate).toBeGreaterThan(3.45);
  expect(samples.length / rate).toBeLessThan(3.65);
  const loudness = (at: number) => Math.max(...samples.subarray(at * rate, (at + 0.2) * rate).map(Math.abs));
  for (const at of [0.4, 1.65, 2.9]) expect(loudness(at)).toBeGreaterThan(0.4);
  for (const at of [1.15, 2.15]) expect(loudness(at)).toBeLessThan(0.02);
});

test("a WAV file has cue points at the first sample of each sound, with the titles as labels", async () => {
  const bytes = Buffer.from((await join("wav")).bytes);
  const cue = bytes.indexOf("cue ");
  expect(bytes.readUInt32LE(cue + 8)).toBe(3);
  const points = [0, 1, 2].map((index) => cue + 12 + 24 * index);
  expect(points.map((at) => bytes.readUInt32LE(at))).toEqual([1, 2, 3]);
  expect(points.map((at) => bytes.readUInt32LE(at + 20))).toEqual(starts.map((start) => start * speechRate));
  expect(points.map((at) => bytes.toString("latin1", at + 8, at + 12))).toEqual(["data", "data", "data"]);
  const label = bytes.indexOf("labl", bytes.indexOf("adtl"));
  expect(bytes.readUInt32LE(label + 8)).toBe(1);
  expect(bytes.toString("utf8", label + 12, label + 8 + bytes.readUInt32LE(label + 4))).toBe(`${titles[0]}\0`);
  expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
});

test.skipIf(!hasDecoder).each(["mp3", "opus"] as const)("hundreds of chapters are kept in %s", async (format) => {
  const many = Array.from(
    { length: 700 },
    (_, index): Chapter => ({ title: `Speaker ${index}: ${"long ".repeat(20)}`, start: index / 1000, end: (index + 1) / 1000 }),
  );
  const chapters = chaptersOf(await encodeAudio(tone(1, speechRate, 440), format, "", many));
  expect(chapters).toHaveLength(700);
  expect(chapters[699]).toMatchObject({ title: many[699]?.title, start: 0.699 });
});

test.each(audioFormats)("%s has the same bytes as when all its samples are in memory", async (format) => {
  const quarter = (hertz: number) => tone(0.25, speechRate, hertz);
  const values = [quarter(440), quarter(880), quarter(220)].flatMap((part, index) => [
    ...(index > 0 ? new Float32Array(0.5 * speechRate) : []),
    ...part,
  ]);
  const chapters = [0, 0.75, 1.5].map((start, index) => ({ title: titles[index] ?? "", start, end: start + 0.25 }));
  const recordings = await Promise.all(
    [440, 880, 220].map(async (hertz, index) => {
      const bytes = Buffer.from(await encodeAudio(quarter(hertz), "wav", ""));
      return { title: titles[index] ?? "", format: "wav", read: async () => bytes };
    }),
  );
  const folder = mkdtempSync(path.join(tmpdir(), "generation-studio-"));
  const joined = await joinSounds(recordings, format, folder);
  // The recordings have 16 bits.
  const rounded = Float32Array.from(values, (value) => Math.round(value * 32_767) / 32_768);
  expect(Buffer.from(joined?.bytes ?? []).equals(await encodeAudio(rounded, format, "Joined from 3 recordings", chapters))).toBe(true);
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});

test.skipIf(!hasDecoder).each([
  ["one channel", 24_000, 1],
  ["two channels", 44_100, 2],
])("AAC of %s becomes M4A with the same frames, silence in between, and chapters", async (_, rate, channels) => {
  const encoded = [1, 0.5, 1].map((seconds) => {
    const wav = encodeWav([tone(seconds, rate, 440)], rate, "");
    const options = ["-i", "-", "-ac", String(channels), "-ar", String(rate), "-c:a", "aac", "-f", "adts", "-"];
    return execFileSync("ffmpeg", ["-v", "error", ...options], { input: wav });
  });
  const stated = { model: "voices", isProcedural: false };
  const recordings = encoded.map((bytes, index) => ({
    title: titles[index] ?? "",
    format: "aac",
    // As it is saved: behind a tag that states its origin.
    read: async () => Buffer.from(await finishBytes(bytes, stated)),
  }));
  const joined = await joinSounds(recordings, "aac", tmpdir());
  expect(joined?.format).toBe("m4a");
  const bytes = joined?.bytes ?? new Uint8Array();
  const chapters = chaptersOf(bytes);
  expect(chapters.map(({ title }) => title)).toEqual(titles);
  // A frame has up to 43 milliseconds, and an encoder begins with one or two of silence.
  for (const [index, { start }] of chapters.entries()) expect(start - (starts[index] ?? 0)).toBeLessThan(0.3);
  const samples = decodeSound(bytes, rate);
  const loudness = (from: number, to: number) =>
    Math.sqrt(samples.subarray(from * rate, to * rate).reduce((sum, value) => sum + value * value, 0) / ((to - from) * rate));
  for (const { start } of chapters) expect(loudness(start + 0.15, start + 0.4)).toBeGreaterThan(0.25);
  for (const { start } of chapters.slice(1)) expect(loudness(start - 0.35, start - 0.05)).toBeLessThan(0.001);
  const frames = (file: Uint8Array) => execFileSync("ffmpeg", ["-v", "error", "-i", "-", "-c", "copy", "-f", "adts", "-"], { input: file });
  for (const one of encoded) expect(frames(bytes).includes(frames(one).subarray(100, 2000))).toBe(true);
  expect(
    await joinSounds([...recordings, { title: "", format: "aac", read: async () => Buffer.alloc(100) }], "aac", tmpdir()),
  ).toBeUndefined();
});

test("a sound that cannot be decoded is not joined", async () => {
  expect(await joinSounds([{ title: "", format: "aac", read: async () => Buffer.alloc(100) }], "mp3", tmpdir())).toBeUndefined();
});
