import type { NewFile } from "./storedTask.ts";
import type { Outcome, TaskPosition, TaskStore } from "./taskStore.ts";

/** All tasks follow it. */
export const newestPosition: TaskPosition = { createdAt: Number.MAX_SAFE_INTEGER, id: "" };

/** What a database keeps of tasks: all but their large files. The same promises as TaskStore's. */
export interface TaskRecords extends Omit<TaskStore, "finish" | "delete" | "read" | "sweep"> {
  /** `files`: those of the outcome; each has bytes or a location, or is a filler. */
  finish(id: string, outcome: Outcome, files: readonly NewFile[]): Promise<boolean>;
  /** The locations of the task's large files, which can be deleted now; undefined: there was no task. */
  delete(id: string): Promise<readonly string[] | undefined>;
  /** undefined: the file is not in the database, or was deleted. */
  bytes(token: string): Promise<Uint8Array | undefined>;
  hasLocation(location: string): Promise<boolean>;
  /** The locations of what is forgotten, which can be deleted now. */
  sweep(): Promise<readonly string[]>;
}
