/** Stores tasks and files for 30 days. Source: spec, "Limits", result storage. */
import type { Progress } from "../../contract/progress.ts";
import type { GenerationRequest, TextRequest } from "../../providers/request.ts";
import type { RepeatedRequests } from "./repeatedRequests.ts";
import type { NewFile, SentRequest, StoredFile, StoredOutput, StoredStatus, StoredTask, TokenUsage, UnfinishedTask } from "./storedTask.ts";
import type { SweepTimes } from "./sweepTimes.ts";

/** The result of a generation. */
export interface TaskOutcome {
  status: "completed" | "incomplete" | "failed";
  output?: StoredOutput;
  usage?: TokenUsage;
  cost: number;
  error?: StoredTask["error"];
  files: readonly NewFile[];
}

export interface InsertOptions {
  /** The task has no owner until a service claims it, and is added to the queue, if there is one. Default false. */
  isQueued?: boolean;
  /** Millionths that the account cannot spend otherwise until the task ends. Default 0. */
  reserved?: number;
}

/** The position of a task among those of its account. */
export type TaskPosition = Pick<StoredTask, "createdAt" | "id">;

/** Called with a task's id, or without one if notifications may have been missed. */
export type DeletionListener = (id: string | undefined) => void;

/**
 * Each method is one atomic step: no other caller or process can change anything during it. Between two of them anything may happen: the
 * task may be finished, deleted or taken over. If the database cannot be used, a method rejects and has changed nothing.
 */
export interface TaskStore extends RepeatedRequests {
  /**
   * Resolves when the task is on disk, if the store has one. false: the balance, bonus and referral of the task's account are used up, or
   * reserved by other tasks if this one reserves something, and nothing was written.
   */
  insert(task: StoredTask, request: GenerationRequest, options?: InsertOptions): Promise<boolean>;
  /** Whether the account can still pay for a task that reserves something: other tasks may have cost more than they had reserved. */
  isAffordable(id: string): Promise<boolean>;
  /** Returns the task with its files. undefined: unknown, deleted, or older than the storage time. */
  get(id: string): Promise<StoredTask | undefined>;
  /** The statuses of those of the tasks that exist. */
  statuses(ids: readonly string[]): Promise<ReadonlyMap<string, StoredStatus>>;
  /** What a finished answer was asked. undefined: unknown, not kept, or failed. */
  input(id: string): Promise<TextRequest | undefined>;
  /** The account's tasks with their files, newest first. `before`: only those that follow this one in that order. */
  list(account: string, limit: number, before?: TaskPosition): Promise<StoredTask[]>;
  /**
   * Resolves with true when this is on disk, if the store has one: from then on a provider may have accepted the request, and may bill for
   * it. Rejects if it cannot be written. false: the task is finished, deleted or taken over; then nothing may be sent.
   */
  markSent(id: string, provider: string, sent: SentRequest): Promise<boolean>;
  /** Records that nothing was accepted: any service may send the request again. Removes the task if it was deleted meanwhile. */
  markRefused(id: string): Promise<void>;
  /** Stores how far a task of this service is until it has ended; does nothing for another one. A crash may lose it. */
  noteProgress(id: string, progress: Progress): Promise<void>;
  /** undefined: the task has ended, or nothing is known. */
  progress(id: string): Promise<Progress | undefined>;
  /**
   * Writes result, files and the account's new balance in one transaction, large files before it. false: the task has been taken over or
   * deleted; a deleted one that was sent is charged nevertheless. Rejects, and changes nothing, while the disk is full or another program locks the database.
   */
  finish(id: string, outcome: TaskOutcome): Promise<boolean>;
  /** true: the task existed. If it was sent and is not finished, its owner still charges with `finish` what was generated. */
  delete(id: string): Promise<boolean>;
  /** Finds a file by the token of its link; undefined: unknown, or its task no longer exists. */
  findFile(token: string): Promise<StoredFile | undefined>;
  /**
   * The bytes from `start` to before `end`, in slices of `fileSlice` bytes. Throws if the file was deleted. Must not be called for a
   * filler, which has no bytes.
   */
  read(file: StoredFile, start: number, end: number): AsyncIterable<Uint8Array>;
  /** Rejects if the bytes of a file cannot be read, so that an answer with it is not begun. */
  findBytes(files: readonly StoredFile[]): Promise<void>;
  /** Rejects while large files cannot be stored. */
  checkFiles(): Promise<void>;
  /** Takes over every unfinished task of services that are no longer running, oldest first. */
  claimAll(): Promise<UnfinishedTask[]>;
  /** The same for one task. undefined: it is finished, unknown, or another service works on it. */
  claim(id: string): Promise<UnfinishedTask | undefined>;
  /**
   * Removes the owner of the task until a service claims it, and adds it to the queue again, if there is one. Changes nothing for a task
   * that is finished or taken over.
   */
  release(id: string): Promise<void>;
  /** The unfinished tasks that this service has claimed or started, including by a rejected claim that was carried out nevertheless. */
  listOwn(): Promise<UnfinishedTask[]>;
  /** Calls one listener for each unfinished task of this service that another service deletes, if services notify each other. */
  watchDeletions(listener: DeletionListener): void;
  /** Calls the listener with the id of each task whose status or progress this service has changed. */
  watchChanges(listener: (id: string) => void): void;
  /** Removes tasks older than the storage time at `now`, by default the clock's, and files that a killed process left behind. */
  sweep(now?: number): Promise<void>;
  /** The times of the last sweep; of a store that was never swept, of its newest task. undefined: it has none. */
  sweepTimes(): Promise<SweepTimes | undefined>;
  keepSweepTimes(times: SweepTimes): Promise<void>;
}
