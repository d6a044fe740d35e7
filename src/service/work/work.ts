/** A task that runs in this service, and how its work is stopped. */
import type { Cause } from "../operations/observer.ts";
import type { SentRequest, StoredTask } from "../store/storedTask.ts";
import type { Stage } from "./makeOutcome.ts";

export interface AcceptOptions {
  isFree: boolean;
  /** See InsertOptions. Default 0. */
  reserved?: number;
  /** The cause of the task. Default: the task itself. */
  cause?: Cause | undefined;
}

export interface BeginOptions extends AcceptOptions {
  isStreamed: boolean;
  /** Whether a client waits for the answer from this service. */
  isAwaited: boolean;
  /** Whether the task is from the queue. */
  isQueued: boolean;
  sent: SentRequest | undefined;
  /** See UnfinishedTask. */
  isDeleted: boolean;
}

/** The reason for aborting a task that is left to other services. */
export class LeftToOthers extends Error {}

export interface Work {
  readonly task: StoredTask;
  readonly options: BeginOptions;
  readonly cause: Cause;
  /** Milliseconds, by performance.now(). */
  readonly begunAt: number;
  /** Stops the generation: the result so far is stored, unless `deletion` is aborted, too. */
  readonly generation: AbortController;
  /** Stops the task without storing a result; see `stopWork`. */
  readonly deletion: AbortController;
  stage: Stage;
}

/** Whether a provider sends a text: what has arrived was generated and is charged, and no other service can get the rest. */
export function isPartOfText({ task, options, stage }: Work): boolean {
  return task.kind === "text" && stage === "sent" && !options.isFree;
}

/** Stops a task without storing a result. */
export function stopWork({ generation, deletion }: Work, reason: Error): void {
  deletion.abort(reason);
  generation.abort(reason);
}
