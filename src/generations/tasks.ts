/** The interface of durable tasks for the rest of the extension. */
import type { ServiceClient } from "../client/serviceClient.ts";
import type { Generation, GenerationEnd, GenerationStarter, KeptTextOptions, StreamedText } from "./generation.ts";
import type { AccountTable } from "./journal/accountTable.ts";
import type { AnswerTable, FetchedAnswer } from "./journal/answerTable.ts";
import type { CostTable, UnitOfModel } from "./journal/costTable.ts";
import type { Library } from "./library/library.ts";
import type { SubmitOptions } from "./submitOptions.ts";
import type { ArtifactTarget, Task } from "./task.ts";
import type { Clock, Delivery, FileSigning, OriginOf, TasksLog } from "./taskEnvironment.ts";
import type { ArtifactQuery, TaskFilter, TaskQuery } from "./taskQuery.ts";

export interface TasksOptions {
  /** Contains the journal and the temporary files; created if missing. */
  folder: string;
  /** The client for a task's `baseUrl`; undefined if this process cannot reach that service (its tasks wait). */
  client: (baseUrl: string) => Promise<ServiceClient | undefined>;
  /** Without it, artifacts are only saved on this machine's disk. */
  delivery?: Delivery;
  /** Default: that the task's model generated them. */
  originOf?: OriginOf;
  /** Signs files that are saved. Default: they are not signed. */
  signing?: FileSigning;
  /** Whether the service announces that it reports how far a model's tasks are: only then it is asked. Default: it is not. */
  reportsProgress?: (baseUrl: string, model: string) => boolean;
  /** Whether the service announces that it ends the generation of a model's task that is deleted. Default: it is not known. */
  endsDeleted?: (baseUrl: string, model: string) => boolean;
  /** Recorded with each cost that the service reports, unless it states the unit itself. Default: not known. */
  unitOf?: UnitOfModel;
  log?: TasksLog;
  clock?: Clock;
}

/** The origin of a task that an agent started. */
export interface AgentOrigin {
  type: "agent";
  /** The estimated cost in units of the balance; null: unknown. */
  estimate: number | null;
}

/** A task as seen by the code that submitted it. */
export interface TaskHandle {
  readonly key: string;
  /**
   * Yields the task now, and after each change until it ends. Throws ServiceError: `notFound` if it was removed, `aborted` if the journal
   * was closed.
   */
  changes(): AsyncIterable<Task>;
  /** Resolves with the ended task. Rejects like `changes`. */
  end(): Promise<Task>;
  /**
   * Aborts the POST if the service has not answered it. Otherwise deletes the task on a service that ends its generation then (`cancelled`),
   * or stops waiting for it (`stopped`): it is still generated, and its cost is recorded when it is known.
   */
  stop(): void;
}

/** A text that is being fetched. The caller ends it with `answers.end` once its output is in its place. */
export interface FetchedText {
  /** Of its row in the journal. */
  key: string;
  /** Rejects with ServiceError if it cannot be fetched now, or this was aborted; some process goes on trying. */
  end: Promise<GenerationEnd>;
}

export interface TaskChange {
  key: string;
  /** undefined: the task was removed from the journal. */
  task: Task | undefined;
  /** true: code in this process submitted it or saves it again, holds its handle and reports its end. */
  isAwaited: boolean;
}

/** Tasks that exist: nothing here sends a request that is billed. */
export interface Tasks {
  /**
   * Follows a task that was sent by something else, by its id on the service: nothing is sent or billed. `request` determines its interface
   * and kind. A task that is already in the journal is followed again. Throws ServiceError `invalidRequest` for an invalid id.
   */
  adopt(id: string, options: SubmitOptions): Promise<TaskHandle>;
  /** A handle for a task that is already in the journal. */
  handle(key: string): TaskHandle;
  /**
   * Fetches the output of an answer, which the service has on request. `request`: what was asked, whose texts are redacted in the service's
   * errors. Rejects with ServiceError or DatabaseError.
   */
  fetch(answer: FetchedAnswer, options: { signal: AbortSignal; request?: unknown }): Promise<FetchedText>;
  /** What some process fetches for a window that has ended, see `answers.left`. Its end has the error of the last poll while that failed. */
  resume(key: string): Generation;
  get(key: string): Task | undefined;
  list(query?: TaskQuery): Task[];
  count(query?: TaskFilter): number;
  /** The newest task that made this file. */
  findByArtifact(artifact: ArtifactQuery): Task | undefined;
  /**
   * Deletes the task on the service, then in the journal. Aborts the POST if the service has not answered it. Files are kept. Throws
   * ServiceError: `notFound` for a v2 task that the service may still have, because the interface does not delete those.
   */
  delete(key: string, signal?: AbortSignal): Promise<void>;
  /** Removes the task from the journal only. Aborts the POST if the service has not answered it. */
  forget(key: string): Promise<void>;
  /** Removes all matching tasks that are not running from the journal in one transaction. Resolves with their number. */
  forgetAll(query: TaskFilter): Promise<number>;
  /** The same as `stop` of a handle. */
  stop(key: string): Promise<void>;
  /** Whether `stop` ends the generation of a running task, so that nothing more is billed. */
  canCancel(task: Pick<Task, "baseUrl" | "model" | "id" | "state">): boolean;
  /** Fetches the result of a `stopped` or `expired` task that has an id of the service: nothing is sent or billed again. */
  follow(key: string): Promise<void>;
  /** Polls every task of this process now, because what failed before may succeed, e.g. after a key was set. */
  pollNow(): void;
  /**
   * Tries again to save the result of an `unsaved` task, optionally elsewhere. With `hasLostFiles`, also of a `saved` task, whose result is
   * requested from the service again. Throws ServiceError `disk` if the folder cannot be created.
   */
  saveAgain(key: string, target?: ArtifactTarget, hasLostFiles?: boolean): Promise<TaskHandle>;
  /**
   * Updates the account from the status of the newest v2 task that the service may still have; does nothing if there is none.
   * Throws ServiceError.
   */
  refreshAccount(baseUrl: string): Promise<void>;
  onChange(listener: (change: TaskChange) => void): () => void;
  /** Calls the listener after any process has recorded files of workspaces that are added to the library or removed from it. */
  onFilesChange(listener: () => void): () => void;
  /** Calls the listener every second, to look for what processes that have ended left behind. */
  onLook(listener: () => void): () => void;
  readonly accounts: Pick<AccountTable, "get">;
  readonly answers: AnswerTable;
  readonly costs: CostTable;
  /** Every artifact of the journal, and files of workspaces that say how they were made. */
  readonly library: Library;
  /** Messages for the user, e.g. that a damaged journal was set aside. */
  readonly notices: readonly string[];
  close(): Promise<void>;
}

export interface SendingTasks extends Tasks, GenerationStarter {
  start: GenerationStarter["start"] & ((request: StreamedText, options: KeptTextOptions) => Promise<Generation>);
  /**
   * Records the task, and then sends it. Throws ServiceError if the journal refuses or the signal has fired; then nothing is sent. While
   * another process has locked the journal, the task and its handle wait for the write.
   */
  submit(options: SubmitOptions): TaskHandle;
}
