/** What a service stores, in whichever database. */
import type { Accounts } from "../account/accounts.ts";
import type { TaskQueue } from "../queue/taskQueue.ts";
import type { WaitingPart } from "../queue/waitingTasks.ts";
import type { RequestLog, ServiceSettings, WallClock } from "../settings/settings.ts";
import type { TaskStore } from "./taskStore.ts";

export interface OpenedStore {
  tasks: TaskStore;
  accounts: Accounts;
  /** The time of what is stored. */
  clock: WallClock;
  /** The keys in use, if the service was given them or created one. */
  keys: readonly string[];
  /** Set if several services share the work. */
  queue: TaskQueue | undefined;
  /** Whether the database has the tables of this version. Rejects if it cannot be used. */
  isCurrent(): Promise<boolean>;
  /** Tasks in the queue that no service has started. */
  waiting(): Promise<readonly WaitingPart[]>;
  /** A message for the user, set when a damaged or empty database was replaced. */
  notice: string | undefined;
  /** Closes after the last step that was started. Another service can then claim unfinished tasks. */
  close(): Promise<void>;
}

export interface StoreOptions {
  /** Folder of the database; undefined: nothing outlives the process. */
  data: string | undefined;
  /** Folder of large files. Default: `files` in the folder of the database, or a temporary one. */
  files: string | undefined;
  /** Accepted keys: see ServiceOptions. */
  keys: readonly string[];
  settings: ServiceSettings;
  log: RequestLog | undefined;
}

export type OpenStore = (options: StoreOptions) => Promise<OpenedStore>;
