/** Joins recordings of speech into one sound with pauses and chapters. */
import { resample } from "../files/resample.ts";
import { type AudioFormat, audioFormats } from "./audioFormats.ts";
import type { Chapter } from "./chapters.ts";
import { decodeSound } from "./decodeSound.ts";
import { encodeAudio, speechRate } from "./encodeAudio.ts";
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
 * @param wanted the format of the result; if it is none that is encoded here, the result has that of the first recording, or is WAV.
 * @returns undefined: a recording has a format that is not decoded here, or is damaged.
 */
export async function joinSounds(
  recordings: readonly Recording[],
  wanted: string,
): Promise<{ bytes: Uint8Array; format: AudioFormat } | undefined> {
  const parts: Float32Array[] = [];
  const chapters: Chapter[] = [];
  let count = 0;
  const add = (samples: Float32Array) => {
    parts.push(samples);
    count += samples.length;
  };
  for (const [index, { title, format, read }] of recordings.entries()) {
    const sound = await decodeSound(await read(), format);
    if (sound === undefined) return undefined;
    const start = count / speechRate;
    add(resample(mixed(sound), sound.sampleRate, speechRate));
    chapters.push({ title, start, end: count / speechRate });
    if (index < recordings.length - 1) add(new Float32Array(pause * speechRate));
  }
  const samples = new Float32Array(count);
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  const format = audioFormats.find((name) => name === wanted) ?? audioFormats.find((name) => name === recordings[0]?.format) ?? "wav";
  return { bytes: await encodeAudio(samples, format, `Joined from ${recordings.length} recordings`, chapters), format };
}

/** One channel. */
function mixed({ channels }: Sound): Float32Array {
  const [first = new Float32Array(), ...others] = channels;
  if (others.length === 0) return first;
  return first.map((sample, index) => others.reduce((sum, channel) => sum + (channel[index] ?? 0), sample) / channels.length);
}
