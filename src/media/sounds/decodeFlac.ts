import { FLACDecoder } from "@wasm-audio-decoders/flac";
import { sourceOfBytes } from "../files/byteSource.ts";
import { findDuration } from "../files/duration.ts";
import { createTurns } from "./createTurns.ts";
import { SampleCollector, type Sound } from "./sound.ts";

/** Bytes decoded at once. */
const partLength = 65_536;
/** The decoder reads so many bytes to recognize a frame, also at the end: a last frame of silence is shorter. */
const headerLength = 26;

/** undefined: not FLAC, damaged, or truncated. @throws RangeError when it is too long, or the channels change */
export async function decodeFlac(file: Buffer): Promise<Sound | undefined> {
  if (file.toString("latin1", 0, 4) !== "fLaC") return undefined;
  const seconds = await findDuration(sourceOfBytes(file), "flac");
  const decoder = new FLACDecoder();
  await decoder.ready;
  try {
    const collector = new SampleCollector();
    const takeTurns = createTurns();
    let rate = 0;
    let count = 0;
    for (let at = 0; at <= file.length; at += partLength) {
      const isLast = at + partLength > file.length;
      await takeTurns();
      const part = await decoder.decode(
        isLast ? Buffer.concat([file.subarray(at)], file.length - at + headerLength) : file.subarray(at, at + partLength),
      );
      for (const { channelData, sampleRate, samplesDecoded, errors } of isLast ? [part, await decoder.flush()] : [part]) {
        if (errors.length > 0) return undefined;
        if (samplesDecoded === 0) continue;
        collector.add(channelData);
        rate = sampleRate;
        count += samplesDecoded;
      }
    }
    // The decoded part of a truncated file is not meaningful.
    return seconds !== undefined && count < Math.round(seconds * rate) ? undefined : collector.finish(rate);
  } finally {
    decoder.free();
  }
}
