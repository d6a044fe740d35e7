/** Sounds that `similarTo` considers the same or different: the table of docs/prompt-documents.md. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findOnPath } from "../../../../../scripts/findBrowser.ts";
import { decodeWav } from "../../../../../src/demo/audio/makeAudio.ts";
import { resample } from "../../../../../src/media/files/resample.ts";
import { decodeSound } from "../../../../../src/media/sounds/decodeSound.ts";
import { speechRate } from "../../../../../src/media/sounds/encodeAudio.ts";
import { encodeMp3 } from "../../../../../src/media/sounds/encodeMp3.ts";
import { encodeOpus } from "../../../../../src/media/sounds/encodeOpus.ts";
import type { Sound } from "../../../../../src/media/sounds/sound.ts";
import { compareSounds } from "../../../../../src/prompt/assertions/compareFingerprints.ts";
import { fingerprintSound } from "../../../../../src/promptTests/sounds/fingerprintSound.ts";
import { changeSpeed } from "../changeSpeed.ts";

const sentences = [
  "The lighthouse stands at the end of the long pier.",
  "Good morning, and welcome to the harbour of Brest.",
  "Your order has been shipped and will arrive on Thursday afternoon.",
  "We are closed today.",
];

const soundOf = (samples: Float32Array, sampleRate: number = speechRate): Sound => ({ sampleRate, channels: [samples] });
const atRate = (rate: number) => (samples: Float32Array) => soundOf(resample(samples, speechRate, rate), rate);

async function decoded(bytes: Uint8Array, format: string): Promise<Sound> {
  const sound = await decodeSound(Buffer.from(bytes), format);
  if (sound === undefined) throw new Error("It cannot be decoded.");
  return sound;
}

/** Noise, the same in every run. */
function noise(length: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length }, () => {
    state = (state * 48_271) % 0x7fff_ffff;
    return state / 0x3fff_ffff - 1;
  });
}

type Copy = (samples: Float32Array) => Sound | Promise<Sound>;

const copies: Readonly<Record<string, Copy>> = {
  "48 kHz instead of 24 kHz": atRate(48_000),
  "16 kHz instead of 24 kHz": atRate(16_000),
  "MP3 of 64 kbit/s": async (samples) => decoded(await encodeMp3([samples], speechRate, ""), "mp3"),
  "Opus of 40 kbit/s": async (samples) => decoded(await encodeOpus([samples], speechRate, ""), "opus"),
  "a quarter as loud": (samples) => soundOf(samples.map((value) => value / 4)),
  "without the first 0.3 seconds": (samples) => soundOf(samples.subarray(0.3 * speechRate)),
  "noise of a hundredth (−40 dB)": (samples) => {
    const added = noise(samples.length);
    return soundOf(samples.map((value, at) => value + (added[at] ?? 0) / 100));
  },
};
/** Neither copies nor other sounds: some of them are above the threshold, and some below. */
const between: Readonly<Record<string, Copy>> = {
  "3 % faster": (samples) => soundOf(changeSpeed(samples, 1.03, speechRate)),
};

const threshold = 0.8;
const fingerprintOf = async (sound: Sound) => (await fingerprintSound(sound)) ?? "";
const espeak = findOnPath(["espeak-ng"]);

/** Variant of the voice, and pitch from 0 to 99. */
const voices = { alto: ["f3", 45], tenor: ["m3", 55], bass: ["m1", 12], soprano: ["f2", 85] } as const;

async function speak(text: string, voice: keyof typeof voices): Promise<Float32Array> {
  const [variant, pitch] = voices[voice];
  const flags = ["--stdin", "--stdout", "-b", "1", "-v", `en-us+${variant}`, "-p", String(pitch), "-s", "165"];
  const sound = await decodeWav(execFileSync(espeak ?? "", flags, { input: text }));
  if (sound === undefined) throw new Error("Nothing was spoken.");
  return resample(sound.samples, sound.rate, speechRate);
}

describe.skipIf(espeak === undefined)("sentences spoken by espeak-ng (skipped without it)", () => {
  test("the threshold separates copies from other sounds, as the documentation says", async () => {
    const spoken = await Promise.all(sentences.map(async (text) => speak(text, "alto")));
    const own = await Promise.all(spoken.map((samples) => fingerprintOf(soundOf(samples))));
    const compare = async (copy: Copy) =>
      Promise.all(spoken.map(async (samples, index) => compareSounds(own[index] ?? "", await fingerprintOf(await copy(samples)))));
    const compareWith = (others: readonly Float32Array[]) =>
      Promise.all(others.map(async (samples, index) => compareSounds(own[index] ?? "", await fingerprintOf(soundOf(samples)))));
    const made: [string, number[]][] = [];
    for (const [name, copy] of Object.entries({ ...copies, ...between })) made.push([name, await compare(copy)]);
    const voices = await Promise.all(
      (["tenor", "bass", "soprano"] as const).map(async (voice) =>
        compareWith(await Promise.all(sentences.map(async (text) => speak(text, voice)))),
      ),
    );
    const words = own.flatMap((one, index) => own.slice(index + 1).map((other) => compareSounds(one, other)));
    const others: [string, number[]][] = [
      ["another voice", voices.flat()],
      ["other words", words],
      ["noise", await compareWith(spoken.map(({ length }) => noise(length)))],
    ];
    const rows = [...made, ...others].map(([name, found]) => ({ name, lowest: Math.min(...found), highest: Math.max(...found) }));
    for (const { name, lowest } of rows.slice(0, Object.keys(copies).length)) expect(lowest, name).toBeGreaterThanOrEqual(threshold);
    for (const { name, highest } of rows.slice(-others.length)) expect(highest, name).toBeLessThan(threshold);
    const page = readFileSync(new URL("../../../../../docs/prompt-documents.md", import.meta.url), "utf8");
    const part = page.split("<!-- similar sounds -->")[1]?.split("<!-- /similar sounds -->")[0] ?? "";
    const written = part
      .trim()
      .split("\n")
      .slice(2)
      .map((line) =>
        line
          .split("|")
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    expect(written.map(([name]) => name)).toEqual(rows.map(({ name }) => name));
    // Other versions of espeak-ng speak slightly differently.
    for (const [index, { name, lowest, highest }] of rows.entries()) {
      const [, low, high] = written[index] ?? [];
      expect(Math.abs(Number(low) - lowest), name).toBeLessThan(0.03);
      expect(Math.abs(Number(high) - highest), name).toBeLessThan(0.03);
    }
  });
});
