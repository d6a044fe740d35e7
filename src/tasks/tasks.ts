/** A folder and a way to reach services in; the durable tasks out. */
import type { ServiceClient } from "../client/serviceClient.ts";
import type { Kind } from "../contract/kind.ts";
import type { Balance } from "../contract/v2.ts";
import type { ArtifactTarget, Task, TaskOrigin, TaskRequest, TaskState } from "./task.ts";

export interface TasksLog {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
}

/** Time as the tasks see it; a test may give its own. */
export interface Clock {
  now(): number;
}

export interface TasksOptions {
  /** Holds the journal and the temporary files; made when missing. */
  folder: string;
  /** The client for a task's `baseUrl`; undefined when that service is not reachable from here (its tasks wait). */
  client: (baseUrl: string) => Promise<ServiceClient | undefined>;
  log?: TasksLog;
  clock?: Clock;
}

export interface SubmitOptions {
  baseUrl: string;
  request: TaskRequest;
  target: ArtifactTarget;
  origin?: TaskOrigin;
  signal?: AbortSignal;
}

export interface TaskQuery {
  states?: readonly TaskState[];
  kinds?: readonly Kind[];
  /** Newest first; at most this many. Default 100. */
  limit?: number;
  /** Only tasks created before this one (its `key`), for paging. */
  before?: string;
}

export interface TaskChange {
  key: string;
  /** undefined: the task was removed from the journal. */
  task: Task | undefined;
}

export interface Tasks {
  /** Writes the task down, sends it, writes its id down. Throws ServiceError; the task is in the journal all the same. */
  submit(options: SubmitOptions): Promise<Task>;
  get(key: string): Task | undefined;
  list(query?: TaskQuery): Task[];
  count(query?: Pick<TaskQuery, "states" | "kinds">): number;
  /** The task that made the file with this content, newest first. */
  findByArtifact(artifact: { path?: string; sha256?: string }): Task | undefined;
  /** Resolves when the task has left the states that are followed. */
  settled(key: string, signal?: AbortSignal): Promise<Task>;
  /** DELETE on the service, then out of the journal. Files stay. */
  delete(key: string, signal?: AbortSignal): Promise<void>;
  /** Out of the journal only. */
  forget(key: string): void;
  /** Every task that matches, running ones excepted, out of the journal in one transaction. @returns how many. */
  forgetAll(query: Pick<TaskQuery, "states" | "kinds">): number;
  /** A new task from the old one's request. */
  retry(key: string, signal?: AbortSignal): Promise<Task>;
  /** Follows it no more. */
  stop(key: string): void;
  /** Follows a `stopped` or `expired` task again, where the service gave it an id: nothing is sent or billed anew. */
  follow(key: string): void;
  /** Another try at writing the result of an `unsaved` task, perhaps elsewhere. */
  saveAgain(key: string, target?: ArtifactTarget): Promise<Task>;
  /** A task as JSON text, for people and bug reports. */
  export(key: string): string;
  /** The newest balance that a v2 status told. */
  balance(baseUrl: string): Balance | undefined;
  onChange(listener: (change: TaskChange) => void): () => void;
  /** Messages that a person should see, e.g. that a damaged journal was set aside. */
  readonly notices: readonly string[];
  close(): Promise<void>;
}
