import type { TaskRequest } from "../contract/wireRequest.ts";
import type { ArtifactTarget } from "./task.ts";

/** What becomes a task. */
export interface SubmitOptions {
  baseUrl: string;
  request: TaskRequest;
  target: ArtifactTarget;
  /** A JSON value. */
  origin?: unknown;
  /** Stops the task, like `stop` of its handle. */
  signal?: AbortSignal;
  /**
   * Calls `record`, which records the task. `check` is called in its transaction, so that no other process writes between what it reads and
   * the task. If it throws, nothing is written; if `admit` throws or rejects, nothing is sent.
   */
  admit?: (record: (check: () => void) => Promise<void>) => Promise<void>;
}
