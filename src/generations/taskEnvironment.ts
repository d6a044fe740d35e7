/** What tasks need of the process that runs them. */
import type { StatedOrigin } from "../media/metadata/finishFile.ts";
import type { SigningOptions } from "../media/signing/identity.ts";
import type { Task } from "./task.ts";

export interface TasksLog {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
}

/** The clock that tasks use; tests can replace it. */
export interface Clock {
  /** Unix milliseconds, for display. The user or a time server may change it by any amount. */
  now(): number;
  /** Monotonic milliseconds from an arbitrary start, for waits. */
  elapsed(): number;
}

/** File systems that only the caller can access. Each function throws its file system's errors. */
export interface Delivery {
  /** Whether this process can access the file system of a URI; another process may be able to. */
  reaches(uri: string): boolean;
  /** The URI of a file below a folder. */
  locate(folder: string, segments: readonly string[]): string;
  /** Size in bytes; undefined if nothing has this name. */
  size(uri: string): Promise<number | undefined>;
  read(uri: string): Promise<Uint8Array>;
  /** Copies a file from this machine's disk. Creates missing folders. */
  write(uri: string, path: string): Promise<void>;
}

/** What is written into the files of a task, before their hashes are recorded. If it throws, they are saved as received. */
export type OriginOf = (task: Task) => StatedOrigin;

export interface FileSigning {
  /** undefined: files are not signed now. */
  options(): SigningOptions | undefined;
  /** A file is saved without a signature. */
  onError(error: unknown): void;
}
