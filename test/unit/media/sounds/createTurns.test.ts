/** Measuring long sounds does not block the extension host. */
import { expect, test } from "vitest";
import { decodeSound } from "../../../../src/media/sounds/decodeSound.ts";
import { encodeAudio, speechRate } from "../../../../src/media/sounds/encodeAudio.ts";
import type { Sound } from "../../../../src/media/sounds/sound.ts";
import { findLoudness } from "../../../../src/promptTests/files/loudness.ts";
import { fingerprintSound } from "../../../../src/promptTests/sounds/fingerprintSound.ts";

const seconds = 120;
const samples = Float32Array.from({ length: seconds * speechRate }, (_, at) => Math.sin(at / 10) * Math.sin(at / 9000));
const sound: Sound = { sampleRate: speechRate, channels: [samples, samples] };

test.each([
  ["decoded from WAV", async () => decodeSound(Buffer.from(await encodeAudio(samples, "wav", "")), "wav")],
  ["compared", () => fingerprintSound(sound)],
  ["weighted as people hear it", () => findLoudness(sound)],
])("while a sound of two minutes is %s, other work can run", async (_, work) => {
  await work();
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  });
  await Promise.resolve(work()).finally(() => clearInterval(timer));
  expect(turns).toBeGreaterThan(0);
});
