/** Selects tasks of the journal, by what they are or by a file that they made. */
import type { Kind } from "../contract/kind.ts";
import type { TaskState } from "./task.ts";

export interface TaskQuery {
  states?: readonly TaskState[];
  kinds?: readonly Kind[];
  models?: readonly string[];
  /** A substring of the prompt or the model, ignoring the case of ASCII letters. */
  text?: string;
  /** At most this many, newest first. Default 100. */
  limit?: number;
  /** Only tasks created before the task with this `key`, for paging. */
  before?: string;
}

/** Selects tasks across all pages. */
export type TaskFilter = Pick<TaskQuery, "states" | "kinds" | "text">;

/** A file by its location, its content, or both. */
export interface ArtifactQuery {
  path?: string | undefined;
  uri?: string | undefined;
  sha256?: string;
}
