/** Stores files that are too large for the database: in a folder, or in another service's storage. */
export interface FileStore {
  /**
   * Resolves with the file's location when it is complete, and synced to disk if the store is durable. Holds only a part of it in memory.
   * If it cannot be written or `chunks` throws, it rejects and leaves nothing.
   */
  write(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<string>;
  /** Reports that the database has recorded the location. Until then `sweep` does not remove the file. */
  keep(location: string): void;
  /** The bytes from `start` to before `end`, in slices of `fileSlice` bytes. Throws if the file does not exist. */
  read(location: string, start: number, end: number): AsyncIterable<Uint8Array>;
  /** Rejects unless the file is there with this size, in bytes. */
  find(location: string, size: number): Promise<void>;
  /** Rejects unless files can be written. */
  check(): Promise<void>;
  /** Never rejects: what cannot be deleted now is removed by `sweep`. */
  delete(locations: readonly string[]): Promise<void>;
  /** Removes files that the database does not have, left by a killed process or a failed deletion. */
  sweep(isKept: (location: string) => Promise<boolean>): Promise<void>;
  close(): Promise<void>;
}

/** Identifies this service among those that share a database. */
export interface FileOwner {
  readonly id: string;
  /** Whether the service with that id is running. */
  isAlive(id: string): boolean | Promise<boolean>;
}

/** A multiple of 3, so that the base64 of the slices can be concatenated. */
export const fileSlice = 192 * 1024;

/** Splits bytes into slices of `size`; the last one may be shorter. Throws if there are fewer than `length`. */
export async function* sliceStream(stream: AsyncIterable<Uint8Array>, size: number, length: number): AsyncGenerator<Uint8Array> {
  let slice = Buffer.allocUnsafeSlow(Math.min(size, length));
  let [filled, left] = [0, length];
  for await (const chunk of stream) {
    for (let from = 0; from < chunk.byteLength && left > 0; ) {
      const part = chunk.subarray(from, from + slice.byteLength - filled);
      slice.set(part, filled);
      filled += part.byteLength;
      from += part.byteLength;
      if (filled < slice.byteLength) continue;
      yield slice;
      left -= filled;
      slice = Buffer.allocUnsafeSlow(Math.min(size, left));
      filled = 0;
    }
  }
  if (left > 0) throw new Error("A stored file is shorter than it was.");
}
