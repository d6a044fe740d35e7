import type { AudioFormat } from "./audioFormats.ts";
import type { Chapter } from "./chapters.ts";
import type { Samples } from "./samples.ts";

/** Samples per second of all speech: a rate that all our formats support. */
export const speechRate = 24_000;

/** From the rate of speech on, in ascending order. Lower ones, with which some players cannot deal, lose nothing in it. */
const usualRates = [speechRate, 32_000, 44_100, 48_000];
const opusRates = [speechRate, 48_000];

/** The lowest rate of a format that loses nothing of a sound, or its highest rate. */
export function rateFor(format: AudioFormat, rate: number): number {
  const rates = format === "opus" ? opusRates : usualRates;
  return rates.find((known) => known >= rate) ?? Math.max(...rates);
}

/** One channel at `speechRate`. `comment` is ASCII. */
export function encodeAudio(
  samples: Samples,
  format: AudioFormat,
  comment: string,
  chapters: readonly Chapter[] = [],
): Promise<Uint8Array> {
  return encodeChannels([samples], speechRate, format, comment, chapters);
}

/** One or two channels of the same length, at a rate of `rateFor`. Each encoder is loaded on first use, and yields to the event loop. */
export async function encodeChannels(
  channels: readonly Samples[],
  rate: number,
  format: AudioFormat,
  comment: string,
  chapters: readonly Chapter[] = [],
): Promise<Uint8Array> {
  switch (format) {
    case "wav":
      return (await import("./encodeWav.ts")).encodeWav(channels, rate, comment, chapters);
    case "mp3":
      return (await import("./encodeMp3.ts")).encodeMp3(channels, rate, comment, chapters);
    case "flac":
      return (await import("./encodeFlac.ts")).encodeFlac(channels, rate, comment, chapters);
    case "opus":
      return (await import("./encodeOpus.ts")).encodeOpus(channels, rate, comment, chapters);
  }
}
