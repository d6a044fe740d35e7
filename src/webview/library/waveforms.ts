/**
 * Computes waveforms of audio files: reads them from the host, decodes them off the main thread, one after another, and caches the result.
 */
import type { PanelEntry } from "../../library/toLibrary.ts";
import type { LibraryStore } from "./libraryStore.ts";

/** Bars of a waveform. */
export const barCount = 48;
/** Bytes of the largest file that is decoded: some minutes of compressed audio. */
const largestFile = 4 * 1024 * 1024;
/** Maximum number of cached waveforms; the ones computed last are kept. */
const mostKept = 1000;
/** Hertz: enough for the loudness, and a fifth of the usual rate. */
const sampleRate = 8000;

/** The loudness of each part, from 0 to 1. */
type Waveform = readonly number[];

export interface Waveforms {
  /** undefined: the file is too large or cannot be read. */
  of(entry: PanelEntry): Promise<Waveform | undefined>;
  /** The cached waveform. */
  known(entry: PanelEntry): Waveform | undefined;
}

export function createWaveforms(store: Pick<LibraryStore, "content">): Waveforms {
  const kept = new Map<string, Waveform | undefined>();
  let last: Promise<unknown> = Promise.resolve();
  const keyOf = ({ number, size }: PanelEntry) => `${number} ${size}`;

  async function read(entry: PanelEntry): Promise<Waveform | undefined> {
    const key = keyOf(entry);
    if (kept.has(key)) return kept.get(key);
    const waveform = entry.size > largestFile ? undefined : await decode(await store.content(entry.number));
    kept.set(key, waveform);
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break;
      kept.delete(oldest);
    }
    return waveform;
  }

  return {
    of(entry) {
      const waveform = last.then(() => read(entry));
      last = waveform.catch(() => undefined);
      return waveform;
    },
    known: (entry) => kept.get(keyOf(entry)),
  };
}

async function decode(data: Uint8Array<ArrayBuffer> | undefined): Promise<Waveform | undefined> {
  if (data === undefined) return undefined;
  try {
    const context = new OfflineAudioContext(1, 1, sampleRate);
    const decoded = await context.decodeAudioData(data.slice().buffer);
    return loudness(decoded.getChannelData(0));
  } catch {
    return undefined;
  }
}

/** The peak of each part, relative to the highest peak. */
function loudness(samples: Float32Array): Waveform {
  const peaks = Array.from({ length: barCount }, (_, bar) => {
    let peak = 0;
    const end = Math.floor(((bar + 1) * samples.length) / barCount);
    for (let at = Math.floor((bar * samples.length) / barCount); at < end; at += 1) peak = Math.max(peak, Math.abs(samples[at] ?? 0));
    return peak;
  });
  const most = Math.max(...peaks, 1e-6);
  return peaks.map((peak) => peak / most);
}
