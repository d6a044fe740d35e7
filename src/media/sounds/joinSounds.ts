/** Joins recordings of speech into one sound with pauses and chapters. */
import { randomUUID } from "node:crypto";
import path from "node:path";
import { resample } from "../files/resample.ts";
import { type AudioFormat, audioFormats } from "./audioFormats.ts";
import type { Chapter } from "./chapters.ts";
import { decodeSound } from "./decodeSound.ts";
import { encodeAudio, speechRate } from "./encodeAudio.ts";
import { joinAac } from "./joinAac.ts";
import { StoredSamples } from "./samples.ts";
import type { Sound } from "./sound.ts";

export interface Recording {
  /** Title of its chapter. */
  title: string;
  /** The usual extension of its format. */
  format: string;
  read(): Promise<Buffer>;
}

/** Seconds of silence between two recordings. */
const pause = 0.5;

/**
 * @param wanted the format of the result; if it is none that is encoded here, the result has that of the first recording, or is WAV. AAC is not
 * decoded, and becomes M4A.
 * @param folder where the samples are kept meanwhile: one recording is in memory at a time, except those of AAC.
 * @returns undefined: a recording has a format that is not decoded here, or is damaged.
 */
export async function joinSounds(
  recordings: readonly Recording[],
  wanted: string,
  folder: string,
): Promise<{ bytes: Uint8Array; format: AudioFormat | "m4a" } | undefined> {
  if (recordings.length > 0 && recordings.every(({ format }) => format === "aac")) {
    const sounds = await Promise.all(recordings.map(async ({ title, read }) => ({ title, bytes: await read() })));
    const bytes = await joinAac(sounds, pause);
    return bytes && { bytes, format: "m4a" };
  }
  const samples = new StoredSamples(path.join(folder, `${randomUUID()}.samples`));
  try {
    const chapters: Chapter[] = [];
    for (const [index, { title, format, read }] of recordings.entries()) {
      const sound = await decodeSound(await read(), format);
      if (sound === undefined) return undefined;
      const start = samples.length / speechRate;
      samples.add(resample(mixed(sound), sound.sampleRate, speechRate));
      chapters.push({ title, start, end: samples.length / speechRate });
      if (index < recordings.length - 1) samples.add(new Float32Array(pause * speechRate));
    }
    const format = audioFormats.find((name) => name === wanted) ?? audioFormats.find((name) => name === recordings[0]?.format) ?? "wav";
    return { bytes: await encodeAudio(samples, format, `Joined from ${recordings.length} recordings`, chapters), format };
  } finally {
    samples.delete();
  }
}

/** One channel. */
function mixed({ channels }: Sound): Float32Array {
  const [first = new Float32Array(), ...others] = channels;
  if (others.length === 0) return first;
  return first.map((sample, index) => others.reduce((sum, channel) => sum + (channel[index] ?? 0), sample) / channels.length);
}
