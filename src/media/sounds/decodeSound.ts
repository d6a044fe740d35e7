/** Decodes sounds to samples. Each decoder is imported for the first file of its format. */
import { sourceOfBytes } from "../files/byteSource.ts";
import { readWavSound, sampleReader } from "../files/wavSound.ts";
import { createTurns } from "./createTurns.ts";
import { SampleCollector, type Sound } from "./sound.ts";

/** undefined: another format, no sound, damaged, truncated, or too long. `format` is the usual file extension. */
export async function decodeSound(file: Buffer, format: string): Promise<Sound | undefined> {
  try {
    return await decode(file, format);
  } catch (error) {
    // The file is damaged, or ends within a header.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

async function decode(file: Buffer, format: string): Promise<Sound | undefined> {
  switch (format) {
    case "wav":
      return decodeWav(file);
    case "mp3":
      return (await import("./decodeMp3.ts")).decodeMp3(file);
    case "flac":
      return (await import("./decodeFlac.ts")).decodeFlac(file);
    case "opus":
      return (await import("./decodeOpus.ts")).decodeOpus(file);
    default:
      return undefined;
  }
}

/** Frames read at once, so that a file that is too long is detected early. */
const partLength = 65_536;

/** undefined: not a WAV file, or its samples are compressed or of another size. @throws RangeError */
async function decodeWav(file: Buffer): Promise<Sound | undefined> {
  const wav = await readWavSound(sourceOfBytes(file));
  const read = wav && sampleReader(file, wav);
  if (wav === undefined || read === undefined) return undefined;
  const { channels, frames } = read;
  const collector = new SampleCollector();
  const takeTurns = createTurns();
  for (let from = 0; from < frames; from += partLength) {
    await takeTurns();
    const part = Array.from({ length: channels }, () => new Float32Array(Math.min(partLength, frames - from)));
    for (const [channel, values] of part.entries()) {
      for (let frame = 0; frame < values.length; frame += 1) values[frame] = read.sampleAt(from + frame, channel);
    }
    collector.add(part);
  }
  return collector.finish(wav.sampleRate);
}
