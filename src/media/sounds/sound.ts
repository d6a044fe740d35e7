/** A sound as samples. */
export interface Sound {
  /** Samples per second of each channel. */
  sampleRate: number;
  /** From -1 to 1; all channels have the same length. */
  channels: readonly Float32Array[];
}

/** Limit for all channels together: ten minutes of two channels at 48 kHz. A small file may declare a huge size. */
const mostSamples = 60_000_000;

/** Collects the parts that a decoder returns. */
export class SampleCollector {
  readonly #parts: Float32Array[][] = [];
  #count = 0;

  /** @param part the same number of samples for each channel. @throws RangeError when the sound is too long, or the channels change */
  add(part: readonly Float32Array[]): void {
    if (part.length === 0 || part[0]?.length === 0) return;
    if (part.length !== (this.#parts[0]?.length ?? part.length)) throw new RangeError("The number of channels changes.");
    this.#count += part.reduce((sum, { length }) => sum + length, 0);
    if (this.#count > mostSamples) throw new RangeError("The sound is too long.");
    this.#parts.push([...part]);
  }

  /** undefined: there are no samples. `skipped`: samples to drop at the start; `most`: samples of each channel, if known. */
  finish(sampleRate: number, skipped = 0, most = Number.POSITIVE_INFINITY): Sound | undefined {
    const [first] = this.#parts;
    if (first === undefined || sampleRate <= 0) return undefined;
    const channels = first.map((_, channel) => join(this.#parts.map((part) => part[channel] ?? new Float32Array())));
    return { sampleRate, channels: channels.map((samples) => samples.subarray(skipped, skipped + most)) };
  }
}

function join(parts: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
