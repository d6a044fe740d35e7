/** Where files are that are too large for the database: a folder, or another service's storage. */
export interface FileStore {
  /**
   * Resolves with the file's location when it is whole and on disk, where there is one. Holds a part of it in memory at a time. Rejects, and leaves
   * nothing, where it cannot be written or `chunks` throws.
   */
  write(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<string>;
  /** The database has the location now. Until then `sweep` leaves it alone. */
  keep(location: string): void;
  /** The bytes from `start` to before `end`, in slices of `fileSlice` bytes. Throws where the file is not there. */
  read(location: string, start: number, end: number): AsyncIterable<Uint8Array>;
  /** Never rejects: what cannot be deleted now is left to `sweep`. */
  delete(locations: readonly string[]): Promise<void>;
  /** Removes what the database does not have: a killed process, or a deletion that failed, has left it. */
  sweep(isKept: (location: string) => Promise<boolean>): Promise<void>;
  close(): Promise<void>;
}

/** This service among those that share a database. */
export interface FileOwner {
  readonly id: string;
  /** Whether the service of that name runs. */
  isAlive(id: string): boolean | Promise<boolean>;
}

/** A multiple of 3, so that the base64 of the slices adds up to the base64 of the whole. */
export const fileSlice = 192 * 1024;
