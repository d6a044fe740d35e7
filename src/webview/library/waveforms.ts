/**
 * Computes waveforms of audio files: reads them from the host, decodes them off the main thread, one after another, and caches the result.
 */
import type { PanelEntry } from "../../library/libraryProtocol.ts";
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

export class Waveforms {
  readonly #store: Pick<LibraryStore, "content">;
  readonly #kept = new Map<string, Waveform | undefined>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: Pick<LibraryStore, "content">) {
    this.#store = store;
  }

  /** undefined: the file is too large or cannot be read. */
  of(entry: PanelEntry): Promise<Waveform | undefined> {
    const waveform = this.#last.then(() => this.#read(entry));
    this.#last = waveform.catch(() => undefined);
    return waveform;
  }

  /** The cached waveform. */
  known(entry: PanelEntry): Waveform | undefined {
    return this.#kept.get(keyOf(entry));
  }

  async #read(entry: PanelEntry): Promise<Waveform | undefined> {
    const key = keyOf(entry);
    if (this.#kept.has(key)) return this.#kept.get(key);
    const waveform = entry.size > largestFile ? undefined : await decode(await this.#store.content(entry.number));
    this.#kept.set(key, waveform);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= mostKept) break;
      this.#kept.delete(oldest);
    }
    return waveform;
  }
}

function keyOf({ number, size }: PanelEntry): string {
  return `${number} ${size}`;
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
