import type { AudioFormat } from "./audioFormats.ts";
import type { Chapter } from "./chapters.ts";
import type { Samples } from "./samples.ts";

/** Samples per second of all speech: a rate that all our formats support. */
export const speechRate = 24_000;

/** One channel at `speechRate`. Each encoder is loaded on first use, and yields to the event loop. `comment` is ASCII. */
export async function encodeAudio(
  samples: Samples,
  format: AudioFormat,
  comment: string,
  chapters: readonly Chapter[] = [],
): Promise<Uint8Array> {
  switch (format) {
    case "wav":
      return (await import("./encodeWav.ts")).encodeWav(samples, speechRate, comment, chapters);
    case "mp3":
      return (await import("./encodeMp3.ts")).encodeMp3(samples, speechRate, comment, chapters);
    case "flac":
      return (await import("./encodeFlac.ts")).encodeFlac(samples, speechRate, comment, chapters);
    case "opus":
      return (await import("./encodeOpus.ts")).encodeOpus(samples, speechRate, comment, chapters);
  }
}
