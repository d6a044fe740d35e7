/** What a service stores, whatever database has it. */
import type { Accounts } from "../account/accounts.ts";
import type { WaitingPart } from "../operations/waitingTasks.ts";
import type { TaskQueue } from "../queue/taskQueue.ts";
import type { RequestLog, ServiceSettings } from "../serviceOptions.ts";
import type { TaskStore } from "./taskStore.ts";

export interface OpenedStore {
  tasks: TaskStore;
  accounts: Accounts;
  /** The keys in use, where the service is given them or has made one. */
  keys: readonly string[];
  /** Where several services share the work. */
  queue: TaskQueue | undefined;
  /** Whether the database has the tables of this version. Rejects where it cannot be used. */
  isCurrent(): Promise<boolean>;
  /** What waits in the queue for a service that makes it. */
  waiting(): Promise<readonly WaitingPart[]>;
  /** A sentence for a person, set when a damaged or empty database was replaced. */
  notice: string | undefined;
  /** Ends with the last step that was begun. Tasks that are unfinished can be claimed by another service then. */
  close(): Promise<void>;
}

export interface StoreOptions {
  /** Folder of the database; undefined: everything is gone with the process. */
  data: string | undefined;
  /** Folder of large files. Default: `files` in the folder of the database, or a temporary one. */
  files: string | undefined;
  /** Accepted keys: see ServiceOptions. */
  keys: readonly string[];
  settings: ServiceSettings;
  log: RequestLog | undefined;
}

export type OpenStore = (options: StoreOptions) => Promise<OpenedStore>;
