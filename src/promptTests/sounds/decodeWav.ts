import { sourceOfBytes } from "../../mediaFiles/byteSource.ts";
import { readWavSound } from "../../mediaFiles/wavSound.ts";
import { createTurns } from "./createTurns.ts";
import { SampleCollector, type Sound } from "./sound.ts";

/** Frames read at once, so that a file that is too long is detected early. */
const partLength = 65_536;

/** undefined: not a WAV file, or its samples are compressed or of another size. @throws RangeError */
export async function decodeWav(file: Buffer): Promise<Sound | undefined> {
  const wav = await readWavSound(sourceOfBytes(file));
  if (wav?.encoding === undefined || wav.channels === 0) return undefined;
  const samples = file.subarray(wav.samples.from, wav.samples.from + wav.samples.size);
  const step = wav.bitsPerSample / 8;
  const read = readerOf(samples, wav.encoding, step);
  if (read === undefined) return undefined;
  const frames = Math.floor(samples.length / (step * wav.channels));
  const collector = new SampleCollector();
  const takeTurns = createTurns();
  for (let from = 0; from < frames; from += partLength) {
    await takeTurns();
    const part = Array.from({ length: wav.channels }, () => new Float32Array(Math.min(partLength, frames - from)));
    for (const [channel, values] of part.entries()) {
      for (let frame = 0; frame < values.length; frame += 1) values[frame] = read(((from + frame) * wav.channels + channel) * step);
    }
    collector.add(part);
  }
  return collector.finish(wav.sampleRate);
}

function readerOf(samples: Buffer, encoding: "integer" | "float", step: number): ((at: number) => number) | undefined {
  if (encoding === "float") return step === 4 ? (at) => samples.readFloatLE(at) : step === 8 ? (at) => samples.readDoubleLE(at) : undefined;
  // 8-bit samples are unsigned, all others are signed.
  if (step === 1) return (at) => (samples.readUInt8(at) - 128) / 128;
  return [2, 3, 4].includes(step) ? (at) => samples.readIntLE(at, step) / 2 ** (step * 8 - 1) : undefined;
}
