import type { RepeatedRequests } from "./repeatedRequests.ts";
import type { NewFile } from "./storedTask.ts";
import type { TaskOutcome, TaskPosition, TaskStore } from "./taskStore.ts";

/** Sorts before all tasks. */
export const newestPosition: TaskPosition = { createdAt: Number.MAX_SAFE_INTEGER, id: "" };

/** How long a finished answer remains that its client asked not to keep: for repeats of its request, and for what its provider has signed. */
export const unkeptMilliseconds = 24 * 60 * 60 * 1000;

/** What a database stores of tasks: everything but their large files. The guarantees are those of TaskStore. */
export interface TaskRecords
  extends Omit<TaskStore, keyof RepeatedRequests | "finish" | "delete" | "read" | "findBytes" | "checkFiles" | "sweep" | "watchChanges"> {
  /** `files`: the files of the outcome; each has bytes or a location, or is a filler. */
  finish(id: string, outcome: TaskOutcome, files: readonly NewFile[]): Promise<boolean>;
  /** Returns the locations of the task's large files, which can then be deleted; undefined: there was no such task. */
  delete(id: string): Promise<readonly string[] | undefined>;
  /** undefined: the file is not in the database, or was deleted. */
  bytes(token: string): Promise<Uint8Array | undefined>;
  hasLocation(location: string): Promise<boolean>;
  /** Returns the locations of the removed files, which can then be deleted. */
  sweep(now?: number): Promise<readonly string[]>;
}

export type FileRecords = Pick<TaskRecords, "findFile" | "bytes" | "hasLocation">;

/** Removes old tasks. */
export type TaskSweeps = Pick<TaskRecords, "sweep" | "sweepTimes" | "keepSweepTimes">;

/** Which of the services that share a database works on a task. */
export type TaskClaims = Pick<TaskRecords, "claim" | "claimAll" | "listOwn" | "release">;
