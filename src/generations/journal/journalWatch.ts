/** Detects changes that any process makes to tasks in the journal. */

import { dirname } from "node:path";
import { errorText } from "../../contract/errorText.ts";
import { watchFolder } from "../../sqlite/watchFolder.ts";
import type { TasksLog } from "../taskEnvironment.ts";
import type { Journal } from "./journal.ts";

/** Interval of checks for other processes' commits: a change is seen within 2 s. */
const lookMilliseconds = 1000;

export interface JournalWatchOptions {
  journal: Journal;
  path: string;
  log: TasksLog | undefined;
  onChanged: (key: string) => void;
  /** Called every second while `isNeeded`, and whenever another process has written. */
  onLook: () => void;
  /** Whether there are listeners or unfinished tasks. If not, no timer runs, and only the operating system's file events are used. */
  isNeeded: () => boolean;
}

export class JournalWatch {
  readonly #options: JournalWatchOptions;
  readonly #unwatch: () => void;
  #version: number;
  #revision: number;
  #replacements: number;
  #timer: NodeJS.Timeout | undefined;
  #isAnnounced = false;
  #isClosed = false;

  constructor(options: JournalWatchOptions) {
    this.#options = options;
    this.#version = options.journal.version();
    this.#revision = options.journal.lastRevision();
    this.#replacements = options.journal.replacements;
    options.journal.announceWrites(() => this.#announce());
    this.#unwatch = watchFolder(dirname(options.path), () => this.#look());
  }

  /** Starts or stops the timer as `isNeeded` requires. */
  adjust(): void {
    this.#guarded(() => {
      if (this.#options.isNeeded()) {
        this.#timer ??= setInterval(() => this.#look(true), lookMilliseconds);
      } else {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    });
  }

  /** Reads this process's own writes in the next microtask, once for several writes. */
  #announce(): void {
    if (this.#isAnnounced) return;
    this.#isAnnounced = true;
    queueMicrotask(() => {
      this.#isAnnounced = false;
      this.#guarded(() => this.#read());
      this.adjust();
    });
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#unwatch();
  }

  #look(always = false): void {
    this.#guarded(() => {
      const version = this.#options.journal.version();
      const isNew = version !== this.#version;
      if (isNew) this.#read();
      this.#version = version;
      if (isNew || always) this.#options.onLook();
    });
    this.adjust();
  }

  #read(): void {
    const { journal } = this.#options;
    if (journal.replacements !== this.#replacements) this.#revision = 0;
    this.#replacements = journal.replacements;
    const { keys, revision } = journal.changesSince(this.#revision);
    this.#revision = revision;
    // A task that cannot be read must not hide the changes of the others.
    for (const key of keys) this.#guarded(() => this.#options.onChanged(key));
  }

  /** Errors thrown in a timer would be unhandled. A busy or full disk is tried again at the next check. */
  #guarded(work: () => void): void {
    if (this.#isClosed) return;
    try {
      work();
    } catch (error) {
      this.#options.log?.warn(`The journal of tasks could not be read: ${errorText(error)}`);
    }
  }
}
