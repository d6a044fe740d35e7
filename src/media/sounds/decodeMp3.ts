import { MPEGDecoder } from "mpg123-decoder";
import { findMpegChannels, findMpegRates } from "../files/audioFrames.ts";
import { sourceOfBytes } from "../files/byteSource.ts";
import { resample } from "../files/resample.ts";
import { createTurns } from "./createTurns.ts";
import { SampleCollector, type Sound } from "./sound.ts";

/** Bytes decoded at once. */
const partLength = 65_536;

/** The sound at the rate of its first frame; parts of another rate are resampled. undefined: there is no frame. @throws RangeError when it is too long */
export async function decodeMp3(file: Uint8Array): Promise<Sound | undefined> {
  const source = sourceOfBytes(file);
  const [channels, rates] = [await findMpegChannels(source), await findMpegRates(source)];
  const [first] = rates;
  if (channels === undefined || first === undefined) return undefined;
  const collector = new SampleCollector();
  for (const [index, { from }] of rates.entries()) {
    const sound = await decodePart(file.subarray(from, rates[index + 1]?.from), channels);
    if (sound !== undefined) collector.add(sound.channels.map((samples) => resample(samples, sound.sampleRate, first.rate)));
  }
  return collector.finish(first.rate);
}

async function decodePart(file: Uint8Array, channels: number): Promise<Sound | undefined> {
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
