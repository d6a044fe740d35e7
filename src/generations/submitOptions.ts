import type { TaskRequest } from "../contract/wireRequest.ts";
import type { SpokenTurn } from "./spokenTurn.ts";
import type { ArtifactTarget } from "./task.ts";

/** Uses a file, e.g. plays it. It is called again if the journal refuses the task's end. */
export type UseFile = (file: UsedFile) => void;

interface UsedFile {
  bytes: Uint8Array;
  mediaType: string;
}

/** What becomes a task. */
export interface SubmitOptions {
  baseUrl: string;
  request: TaskRequest;
  /** Where the files are saved. A function: the first file is used at once and not kept, and the task is not listed. */
  target: ArtifactTarget | UseFile;
  /** Of a dialogue: its requests are sent instead, and their sounds are joined. */
  turns?: readonly SpokenTurn[] | undefined;
  /** A JSON value. */
  origin?: unknown;
  /** Stops the task, like `stop` of its handle. */
  signal?: AbortSignal;
  /** Ends the task as long as its request has not been sent, also in the pause before it is sent again. What was sent goes on. */
  unsent?: AbortSignal;
  /**
   * Calls `record`, which records the task. `check` is called in its transaction, so that no other process writes between what it reads and
   * the task. If it throws, nothing is written; if `admit` throws or rejects, nothing is sent.
   */
  admit?: (record: (check: () => void) => Promise<void>) => Promise<void>;
}
