/** One channel of a sound, of which an encoder reads one part after the other: in memory, or in a file. */
import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";

/** A Float32Array is one. */
export interface Samples {
  readonly length: number;
  /** The samples from `start` to before `end`, as of an array. */
  subarray(start: number, end: number): Float32Array;
}

/** Samples that are kept in a file: an hour of speech has 350 MB. */
export class StoredSamples implements Samples {
  readonly #path: string;
  readonly #file: number;
  #length = 0;

  /** @throws the file system's error. */
  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, "wx+", 0o600);
  }

  get length(): number {
    return this.#length;
  }

  add(samples: Float32Array): void {
    const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
    const start = this.#length * Float32Array.BYTES_PER_ELEMENT;
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#file, bytes, done, bytes.length - done, start + done);
    this.#length += samples.length;
  }

  subarray(start: number, end: number): Float32Array {
    const samples = new Float32Array(Math.max(0, Math.min(end, this.#length) - start));
    const bytes = new Uint8Array(samples.buffer);
    const from = start * Float32Array.BYTES_PER_ELEMENT;
    for (let done = 0; done < bytes.length; ) {
      const read = readSync(this.#file, bytes, done, bytes.length - done, from + done);
      if (read === 0) throw new RangeError("The samples end too early.");
      done += read;
    }
    return samples;
  }

  delete(): void {
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
  }
}
