import { MPEGDecoder } from "mpg123-decoder";
import { sourceOfBytes } from "../../media/files/byteSource.ts";
import { findMpegChannels } from "../../media/files/duration.ts";
import { createTurns } from "./createTurns.ts";
import { SampleCollector, type Sound } from "./sound.ts";

/** Bytes decoded at once. */
const partLength = 65_536;

/** undefined: there is no frame. @throws RangeError when it is too long */
export async function decodeMp3(file: Uint8Array): Promise<Sound | undefined> {
  const channels = await findMpegChannels(sourceOfBytes(file));
  if (channels === undefined) return undefined;
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    const collector = new SampleCollector();
    const takeTurns = createTurns();
    let rate = 0;
    for (let at = 0; at < file.length; at += partLength) {
      await takeTurns();
      const { channelData, sampleRate, samplesDecoded } = decoder.decode(file.subarray(at, at + partLength));
      if (samplesDecoded === 0) continue;
      // The decoder returns a single channel twice.
      collector.add(channelData.slice(0, channels));
      rate = sampleRate;
    }
    return collector.finish(rate);
  } finally {
    decoder.free();
  }
}
