/** The loudness of sounds for which standards define it. */
import { expect, test } from "vitest";
import { audioFormats } from "../../../../../src/media/sounds/audioFormats.ts";
import { decodeSound } from "../../../../../src/media/sounds/decodeSound.ts";
import { encodeAudio } from "../../../../../src/media/sounds/encodeAudio.ts";
import { findLoudness } from "../../../../../src/promptTests/files/loudness.ts";
import { encodeSound, hasDecoder, measureLoudness } from "../../../demo/decoder.ts";

async function measure(file: Buffer, format: string): Promise<number | undefined> {
  const sound = await decodeSound(file, format);
  if (sound === undefined) throw new Error("It cannot be decoded.");
  return findLoudness(sound);
}

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
  expect(await measure(file, "wav")).toBeCloseTo(loudness, 0.8);
});

test("silence is minus infinity, and the loudness of a very short sound is unknown", async () => {
  expect(await measure(wav(1, [() => 0]), "wav")).toBe(-Infinity);
  expect(await measure(wav(0.2, [sine(0)]), "wav")).toBeUndefined();
});

test.each(audioFormats)("the demo's %s is as loud as its samples", async (format) => {
  const samples = Float32Array.from({ length: 48_000 }, (_, at) => sine(-20)(at / 24_000));
  // One channel of a sine is 3 dB below its amplitude, and speech codecs change a tone a little.
  expect(await measure(Buffer.from(await encodeAudio(samples, format, "")), format)).toBeCloseTo(-23, 0);
});

// The rhythm and spectrum of a sentence: noise of varying loudness over a tone.
const speechLike = "aevalsrc='(0.3*random(0)-0.15)*(0.5+0.5*sin(8*t))+0.1*sin(2*PI*220*t)*gt(sin(1.7*t),0)':s=44100:d=4";

test.skipIf(!hasDecoder).each([
  ["mp3", "a.mp3", "-b:a", "64k"],
  ["mp3", "stereo.mp3", "-ac", "2", "-ar", "48000", "-q:a", "2"],
  ["opus", "a.opus", "-b:a", "48k", "-ac", "2"],
  ["wav", "a.wav", "-c:a", "pcm_s24le"],
])("%s: %s is as loud as ffmpeg's ebur128 measures, to a tenth (skipped without ffmpeg)", async (format, name, ...flags) => {
  const file = encodeSound(speechLike, name, ...flags);
  expect(Math.abs(((await measure(file, format)) ?? 0) - measureLoudness(file))).toBeLessThan(0.11);
});
