/** Sounds and videos in parts: chained Opus, MP3 with two rates, fragmented MP4. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { sourceOfBytes } from "../../../../src/media/files/byteSource.ts";
import { readMovie } from "../../../../src/media/files/movie.ts";
import { decodeSound } from "../../../../src/media/sounds/decodeSound.ts";
import { measureFile } from "../../../../src/promptTests/files/measureFile.ts";
import { hasDecoder } from "../../demo/decoder.ts";

function make(name: string, ...args: string[]): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), "generation-studio-"));
  try {
    const file = path.join(folder, name);
    execFileSync("ffmpeg", ["-v", "error", ...args, file]);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const tone = (name: string, seconds: number, frequency: number, ...args: string[]) =>
  make(name, "-f", "lavfi", "-i", `sine=f=${frequency}:d=${seconds}:r=48000`, ...args);

/** How many waves a second has, from the changes of sign. */
function frequencyOf(samples: Float32Array, rate: number, from: number, to: number): number {
  const part = samples.subarray(from * rate, to * rate);
  let changes = 0;
  for (let at = 1; at < part.length; at += 1) if ((part[at - 1] ?? 0) < 0 !== (part[at] ?? 0) < 0) changes += 1;
  return changes / 2 / (to - from);
}

describe.skipIf(!hasDecoder)("files in parts (skipped without ffmpeg)", () => {
  test("both sounds of a chained Opus file are decoded", async () => {
    const files = [tone("a.opus", 1, 300), tone("b.opus", 2, 900)];
    for (const joined of [Buffer.concat(files), Buffer.concat([...files].reverse())]) {
      const sound = await decodeSound(joined, "opus");
      expect((sound?.channels[0]?.length ?? 0) / 48_000).toBeCloseTo(3, 2);
    }
    const { channels: [samples = new Float32Array()] = [] } = (await decodeSound(Buffer.concat(files), "opus")) ?? {};
    expect(Math.abs(frequencyOf(samples, 48_000, 0.2, 0.8) - 300)).toBeLessThan(5);
    expect(Math.abs(frequencyOf(samples, 48_000, 1.2, 2.8) - 900)).toBeLessThan(5);
  });

  test("an MP3 of two rates has its whole length and its tones", async () => {
    const joined = Buffer.concat([tone("a.mp3", 1, 300, "-ar", "44100"), tone("b.mp3", 2, 900, "-ar", "22050")]);
    const { channels: [samples = new Float32Array()] = [], sampleRate } = (await decodeSound(joined, "mp3")) ?? {};
    expect(sampleRate).toBe(44_100);
    expect(samples.length / 44_100).toBeGreaterThan(2.95);
    expect(samples.length / 44_100).toBeLessThan(3.3);
    expect(Math.abs(frequencyOf(samples, 44_100, 0.2, 0.8) - 300)).toBeLessThan(5);
    expect(Math.abs(frequencyOf(samples, 44_100, 1.4, 2.8) - 900)).toBeLessThan(8);
  });

  test.each([
    ["of one colour", "color=red:s=320x240:d=1", true],
    ["with content", "testsrc=s=320x240:d=1", false],
  ])("a fragmented MP4 %s is measured like one that is not", async (_, source, isBlank) => {
    const folder = mkdtempSync(path.join(tmpdir(), "generation-studio-"));
    try {
      for (const flags of [
        [],
        ["-movflags", "+frag_keyframe+empty_moov"],
        ["-movflags", "+frag_every_frame+empty_moov+default_base_moof"],
      ]) {
        const file = path.join(folder, "film.mp4");
        const bytes = make("film.mp4", "-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p", ...flags);
        writeFileSync(file, bytes);
        expect(await measureFile(file)).toMatchObject({ isBlank, width: 320, height: 240 });
        expect((await readMovie(sourceOfBytes(bytes)))?.largestFrame).toBe(largestPacket(file));
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

function largestPacket(file: string): number {
  const sizes = execFileSync("ffprobe", ["-v", "error", "-show_entries", "packet=size", "-of", "csv=p=0", file], { encoding: "utf8" });
  return Math.max(...sizes.split("\n").map((size) => Number.parseInt(size, 10) || 0));
}
