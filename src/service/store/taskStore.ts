/** Stores tasks and files for 30 days. Source: spec, "Limits", result storage. */
import type { GenerationRequest } from "../../providers/request.ts";
import type { NewFile, SentRequest, StoredFile, StoredOutput, StoredTask, TokenUsage, UnfinishedTask } from "./storedTask.ts";

/** What a generation leaves behind. */
export interface Outcome {
  status: "completed" | "incomplete" | "failed";
  output?: StoredOutput;
  usage?: TokenUsage;
  cost: number;
  error?: StoredTask["error"];
  files: readonly NewFile[];
}

/** Where a task stands among those of its account. */
export type TaskPosition = Pick<StoredTask, "createdAt" | "id">;

/** Called with a task's id; without one where deletions may have been missed. */
export type DeletionListener = (id: string | undefined) => void;

/**
 * Each method is one step: nothing that another caller, or another process, does comes between its parts. Between two of them anything may
 * happen: the task may be finished, deleted or taken over. A method rejects, and has changed nothing, where the database cannot be used.
 */
export interface TaskStore {
  /**
   * On disk, where there is one, when this resolves. false: the balance, bonus and referral of the task's account are used up, and nothing was
   * written. `isQueued`: nobody has the task until somebody claims it, and where there is a queue, it is in it.
   */
  insert(task: StoredTask, request: GenerationRequest, isQueued?: boolean): Promise<boolean>;
  /** With its files. undefined: unknown, deleted, or older than the storage time. */
  get(id: string): Promise<StoredTask | undefined>;
  /** The account's tasks with their files, newest first. `before`: those that follow this one in that order. */
  list(account: string, limit: number, before?: TaskPosition): Promise<StoredTask[]>;
  /**
   * On disk, where there is one, when this resolves to true: after it a provider may have accepted the request, and may bill for it.
   * Rejects where that cannot be written. false: the task is over, deleted or taken over. Then nothing may be sent.
   */
  markSent(id: string, provider: string, sent: SentRequest): Promise<boolean>;
  /** Nothing was accepted: the request may be sent again, by whoever comes next. */
  markRefused(id: string): Promise<void>;
  /**
   * Writes result, files and the account's new balance in one transaction, large files before it. false: the task was deleted, or taken over,
   * meanwhile. Rejects, and changes nothing, while the disk is full or another program locks the database.
   */
  finish(id: string, outcome: Outcome): Promise<boolean>;
  /** true: there was one. */
  delete(id: string): Promise<boolean>;
  /** By the token of its link; undefined: unknown, or its task is not there any more. */
  findFile(token: string): Promise<StoredFile | undefined>;
  /**
   * The bytes from `start` to before `end`, in slices of `fileSlice` bytes. Throws where the file was deleted; a filler has none, and may not be
   * read.
   */
  read(file: StoredFile, start: number, end: number): AsyncIterable<Uint8Array>;
  /** Takes over every unfinished task of a service that does not run any more; oldest first. */
  claimAll(): Promise<UnfinishedTask[]>;
  /** The same for one task. undefined: it is over, unknown, or somebody is at it. */
  claim(id: string): Promise<UnfinishedTask | undefined>;
  /** Nobody has the task any more, until somebody claims it; where there is a queue, it is in it again. Changes nothing for a task that is over or taken over. */
  release(id: string): Promise<void>;
  /** What this service has claimed or begun and not finished: also by a claim that was rejected after it was carried out. */
  listOwn(): Promise<UnfinishedTask[]>;
  /** Tells one listener of each unfinished task of this service that another one deletes, where services hear of each other. */
  watchDeletions(listener: DeletionListener): void;
  /** Forgets what is older than the storage time, and removes files that a killed process left behind. */
  sweep(): Promise<void>;
}
