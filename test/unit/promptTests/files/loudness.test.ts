/** Loudness of sounds whose loudness the standards give. */
import { expect, test } from "vitest";
import { findLoudness } from "../../../../src/promptTests/files/loudness.ts";

type Wave = (time: number) => number;

/** A WAV file of 32-bit floating-point samples. */
function wav(seconds: number, channels: readonly Wave[], rate = 48_000): Buffer {
  const frames = Math.round(seconds * rate);
  const data = Buffer.alloc(frames * channels.length * 4);
  for (let frame = 0; frame < frames; frame += 1) {
    for (const [channel, wave] of channels.entries()) data.writeFloatLE(wave(frame / rate), (frame * channels.length + channel) * 4);
  }
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(36 + data.length, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(3, 20);
  head.writeUInt16LE(channels.length, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * channels.length * 4, 28);
  head.writeUInt16LE(channels.length * 4, 32);
  head.writeUInt16LE(32, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

function sine(decibels: number, frequency = 1000): Wave {
  return (time) => 10 ** (decibels / 20) * Math.sin(2 * Math.PI * frequency * time);
}
const withQuietParts: Wave = (time) => sine(time > 5 && time < 25 ? -23 : -36)(time);

// Sources: ITU-R BS.1770-5, annex 1 (997 Hz), and EBU Tech 3341, cases 1, 2 and 3.
test.each([
  ["997 Hz in one channel", wav(2, [sine(0, 997)]), -3.01],
  ["-23 dB in two channels", wav(4, [sine(-23), sine(-23)]), -23],
  ["-33 dB in two channels", wav(4, [sine(-33), sine(-33)]), -33],
  ["another sample rate", wav(2, [sine(-23), sine(-23)], 24_000), -23],
  ["quiet parts", wav(30, [withQuietParts, withQuietParts], 8000), -23],
])("%s", async (_, file, loudness) => {
  expect(await findLoudness(file)).toBeCloseTo(loudness, 0.8);
});

test("silence is minus infinity, and what is too short or no WAV file is not known", async () => {
  expect(await findLoudness(wav(1, [() => 0]))).toBe(-Infinity);
  expect(await findLoudness(wav(0.2, [sine(0)]))).toBeUndefined();
  expect(await findLoudness(Buffer.from("ID3 and so on"))).toBeUndefined();
});
