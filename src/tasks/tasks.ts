/** What durable tasks offer to the rest of the extension. */
import type { ReceivedFile, ServiceClient } from "../client/serviceClient.ts";
import type { Kind } from "../contract/kind.ts";
import type { Account } from "../contract/v2.ts";
import type { Library } from "./library.ts";
import type { ArtifactTarget, Task, TaskRequest, TaskState } from "./task.ts";

export interface TasksLog {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
}

/** Time as the tasks see it; a test may give its own. */
export interface Clock {
  /** Unix milliseconds: for what a person reads. The user, or a server of time, may change it by any amount. */
  now(): number;
  /** Milliseconds since any moment: for waits. It never goes back or jumps. */
  elapsed(): number;
}

/** File systems that only the caller reaches. Each function throws what its file system throws. */
export interface Delivery {
  /** Whether this process has the file system of a URI; where it has not, another process may. */
  reaches(uri: string): boolean;
  /** The URI of a file below a folder. */
  locate(folder: string, segments: readonly string[]): string;
  /** Bytes; undefined: nothing has this name. */
  size(uri: string): Promise<number | undefined>;
  read(uri: string): Promise<Uint8Array>;
  /** Copies a file of this machine's disk. Folders are made. */
  write(uri: string, path: string): Promise<void>;
}

/**
 * States in a received file, which nobody else knows yet, how it was made. Resolves with its new size and hash; undefined: it stays as it is. It
 * stays so too where this rejects.
 */
export type StateOrigin = (file: ReceivedFile, task: Task) => Promise<Pick<ReceivedFile, "size" | "sha256"> | undefined>;

export interface TasksOptions {
  /** Holds the journal and the temporary files; made when missing. */
  folder: string;
  /** The client for a task's `baseUrl`; undefined when that service is not reachable from here (its tasks wait). */
  client: (baseUrl: string) => Promise<ServiceClient | undefined>;
  /** Without it, artifacts go to this machine's disk only. */
  delivery?: Delivery;
  /** Without it, files are saved as they were received. */
  stateOrigin?: StateOrigin;
  log?: TasksLog;
  clock?: Clock;
}

export interface SubmitOptions {
  baseUrl: string;
  request: TaskRequest;
  target: ArtifactTarget;
  /** A JSON value. */
  origin?: unknown;
  /**
   * Called in the transaction that writes the task down, so that no other process writes between what it reads and the task. What it throws
   * refuses the task: nothing is written and nothing is sent.
   */
  admit?: () => void;
}

/** The origin of a task that an agent began. */
export interface AgentOrigin {
  type: "agent";
  /** What it may cost, in units of the balance; null: not known. */
  estimate: number | null;
}

/** What agents' tasks cost. */
export interface AgentCosts {
  /** What the service reported, and the estimates of tasks of which it has reported nothing yet or will not. Failed ones cost nothing. */
  amount: number;
  /** Tasks under way of which no cost is known. */
  unknown: number;
}

/** A task as whoever submitted it has it in hand. */
export interface TaskHandle {
  readonly key: string;
  /** The task as it is, and after each change until it is over. Throws ServiceError: `notFound` when it was removed, `aborted` when the journal was closed. */
  changes(): AsyncIterable<Task>;
  /** The task when it is over. Rejects as `changes` does. */
  end(): Promise<Task>;
  /** Ends the POST where the service has not answered it yet; follows the task no more where it has. */
  stop(): void;
}

export interface TaskQuery {
  states?: readonly TaskState[];
  kinds?: readonly Kind[];
  models?: readonly string[];
  /** What the prompt or the model contains, in any case of ASCII letters. */
  text?: string;
  /** Newest first; at most this many. Default 100. */
  limit?: number;
  /** Only tasks created before this one (its `key`), for paging. */
  before?: string;
}

/** Which tasks, of all pages. */
export type TaskFilter = Pick<TaskQuery, "states" | "kinds" | "text">;

/** What the tasks of one model and kind cost. */
export interface ModelCosts {
  model: string;
  kind: Kind;
  /** All tasks that the service accepted. */
  tasks: number;
  /** Those of which it reported no cost. */
  withoutCost: number;
  /** The sum for the others, in the service's own unit; undefined: there are none. */
  amount: number | undefined;
}

/** A file by its location, its content, or both. */
export interface ArtifactQuery {
  path?: string | undefined;
  uri?: string | undefined;
  sha256?: string;
}

export interface TaskChange {
  key: string;
  /** undefined: the task was removed from the journal. */
  task: Task | undefined;
  /** true: this process submitted it, or saves it again, and whoever did so has its handle and reports its end. */
  isAwaited: boolean;
}

export interface Tasks {
  /**
   * Writes the task down, and then sends it. Throws ServiceError where the journal refuses: nothing is sent then. While another process has
   * locked the journal, the task waits to be written, and its handle with it.
   */
  submit(options: SubmitOptions): TaskHandle;
  /**
   * Follows a task that something else has sent, by the id that the service gave it: nothing is sent or billed. `request` says which interface
   * and kind it is of. One that is in the journal is followed again. Throws ServiceError `invalidRequest` for an id that cannot be one.
   */
  adopt(id: string, options: SubmitOptions): Promise<TaskHandle>;
  /** A handle for a task that is in the journal already. */
  handle(key: string): TaskHandle;
  get(key: string): Task | undefined;
  list(query?: TaskQuery): Task[];
  count(query?: TaskFilter): number;
  /** The sum of what the service reported for the tasks created since then, in Unix milliseconds; undefined: it reported nothing. */
  costSince(time: number): number | undefined;
  /** The costs of the tasks that agents began since then, in Unix milliseconds. */
  agentCostsSince(time: number): AgentCosts;
  /** What the service reported for the newest tasks of a model, without those that cost nothing known. */
  costsOfModel(baseUrl: string, kind: Kind, model: string, limit: number): number[];
  /** Of the tasks created since then, in Unix milliseconds; the highest sum first. */
  costs(since: number): ModelCosts[];
  /** The task that made the file with this content, newest first. */
  findByArtifact(artifact: ArtifactQuery): Task | undefined;
  /**
   * DELETE on the service, then out of the journal. Files stay. Throws ServiceError: `notFound` for a task of v2 that the service may keep
   * all the same, since the interface does not delete those.
   */
  delete(key: string, signal?: AbortSignal): Promise<void>;
  /** Out of the journal only. */
  forget(key: string): Promise<void>;
  /** Every task that matches, running ones excepted, out of the journal in one transaction. Resolves with their number. */
  forgetAll(query: TaskFilter): Promise<number>;
  /** As a handle's `stop`. */
  stop(key: string): Promise<void>;
  /** Follows a `stopped` or `expired` task again, where the service gave it an id: nothing is sent or billed anew. */
  follow(key: string): Promise<void>;
  /** Polls every task of this process now, since what failed may succeed: a key was set. */
  pollNow(): void;
  /**
   * Another try at writing the result of an `unsaved` task, perhaps elsewhere. `hasLostFiles`: also that of a `saved` one, which the service is asked
   * for. Throws ServiceError `disk` where the folder cannot be made.
   */
  saveAgain(key: string, target?: ArtifactTarget, hasLostFiles?: boolean): Promise<TaskHandle>;
  /** What the newest v2 status reported about the account. */
  account(baseUrl: string): Account | undefined;
  /** Reads it again, from the status of the newest task of v2 that the service may still have; does nothing where there is none. Throws ServiceError. */
  refreshAccount(baseUrl: string): Promise<void>;
  onChange(listener: (change: TaskChange) => void): () => void;
  /** Every artifact of the journal. */
  readonly library: Library;
  /** Messages that a person should see, e.g. that a damaged journal was set aside. */
  readonly notices: readonly string[];
  close(): Promise<void>;
}
