/** A database that several processes write to, for a thread that must not be blocked, such as the extension host's. */
import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { Database } from "./database.ts";
import { DatabaseError } from "./databaseError.ts";
import type { DatabaseSchema } from "./databaseSchema.ts";
import { type DatabaseOptions, openDatabase, openReplacement, replacementLock } from "./openDatabase.ts";
import type { Owner } from "./owner.ts";
import { isBusy } from "./resultCode.ts";
import { WriteQueue } from "./writeQueue.ts";

/** If another process holds the lock for longer, the write waits in the queue. */
const busyMilliseconds = 25;
/** Writes that the user waits for are rejected after this time. */
const longestMilliseconds = 10_000;
/** On closing, how long waiting writes may take. */
const closeMilliseconds = 2000;

export interface SharedDatabaseOptions extends Pick<DatabaseOptions, "synchronous"> {
  /** Prepares a connection before its first use. */
  prepare?: (connection: DatabaseSync) => void;
}

interface Opened {
  connection: DatabaseSync;
  owner: Owner;
  notice: string | undefined;
  /** Opens the file with which another process has replaced this one. */
  openAgain: () => DatabaseSync;
}

/** Identifies a file independently of its path: a replacement has another identity. undefined: there is no file. */
function identify(path: string): string | undefined {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  return file && `${file.dev}:${file.ino}`;
}

/**
 * Another process may replace a damaged file with one that contains its readable rows. Later writes to the old file would be lost.
 * Therefore each write holds a lock that prevents the replacement, and checks that the file is still the same; if not, it switches to the
 * new file.
 */
export class SharedDatabase {
  /** Set when a damaged file was replaced. */
  readonly notice: string | undefined;
  readonly owner: Owner;
  /** For reading, and for writing within `write`. */
  readonly database: Database;
  readonly #queue = new WriteQueue();
  readonly #open: () => DatabaseSync;
  readonly #path: string;
  readonly #name: string;
  readonly #lock: SharedLock;
  #connection: DatabaseSync;
  #identity: string | undefined;
  #replacements = 0;
  #onWritten = () => {};

  /** @throws DatabaseError */
  static async open(path: string, schema: DatabaseSchema, { synchronous, prepare }: SharedDatabaseOptions): Promise<SharedDatabase> {
    const options = { synchronous, busyMilliseconds };
    const { database, owner, notice } = await openDatabase(path, schema, options);
    prepare?.(database);
    const openAgain = () => {
      const replacement = openReplacement(path, schema, options);
      prepare?.(replacement);
      return replacement;
    };
    return new SharedDatabase(path, schema.name, { connection: database, owner, notice, openAgain });
  }

  private constructor(path: string, name: string, opened: Opened) {
    this.#path = path;
    this.#name = name;
    this.#connection = opened.connection;
    this.#open = opened.openAgain;
    this.#identity = identify(path);
    this.#lock = new SharedLock(replacementLock(path));
    this.notice = opened.notice;
    this.owner = opened.owner;
    this.database = new Database(opened.connection);
  }

  /** How often another process has replaced the file. */
  get replacements(): number {
    return this.#replacements;
  }

  /** `onWritten` is called after each write of this process, also after one that has waited. It must not throw. */
  announceWrites(onWritten: () => void): void {
    this.#onWritten = onWritten;
  }

  /**
   * Calls `work`, which writes everything or nothing. Writes run in order: at once, or when another process has released the database.
   * @param onCommitted called before any later write. A full disk may refuse only the commit, after `work` has returned.
   * @throws at once, or rejects with, SQLite's other errors; rejects with the signal's reason if it fires before the write.
   */
  write<Result>(work: () => Result, signal?: AbortSignal, onCommitted?: () => void): Promise<Result> {
    const writeInPlace = () => {
      this.#followReplacement();
      const result = this.database.transact(work);
      onCommitted?.();
      this.#onWritten();
      return result;
    };
    return this.#queue.write(() => this.#lock.hold(writeInPlace), signal);
  }

  /** The same for writes that the user waits for. Rejects with DatabaseError `busy` after ten seconds; then nothing is written. */
  async writeSoon<Result>(work: () => Result, signal?: AbortSignal, onCommitted?: () => void): Promise<Result> {
    const late = new AbortController();
    const limit = setTimeout(() => late.abort(this.#busyError()), longestMilliseconds);
    try {
      return await this.write(work, signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]), onCommitted);
    } finally {
      clearTimeout(limit);
    }
  }

  /** A number that changes when another process commits, or replaces the file. Source: sqlite.org/pragma.html, data_version. */
  version(): number {
    try {
      this.#lock.hold(() => this.#followReplacement());
    } catch (error) {
      // The file is being replaced: the next call notices it.
      if (!isBusy(error)) throw error;
    }
    return this.#replacements * 2 ** 32 + Number(this.database.get("PRAGMA data_version")?.data_version);
  }

  /** Resolves when every write is done, or was rejected because another process holds the lock for too long. */
  async close(): Promise<void> {
    await this.#queue.close(closeMilliseconds, new Error(`${this.#name} was closed while another process had locked it.`));
    this.#connection.close();
    this.#lock.close();
    this.owner.close();
  }

  /** Must be called with the lock held. */
  #followReplacement(): void {
    const identity = identify(this.#path);
    if (identity === undefined || identity === this.#identity) return;
    const former = this.#connection;
    this.#connection = this.#open();
    this.#identity = identity;
    this.#replacements += 1;
    this.database.replace(this.#connection);
    former.close();
  }

  #busyError(): DatabaseError {
    return new DatabaseError("busy", `${this.#name} is locked by another process. Nothing was changed.`);
  }
}

/**
 * The shared form of `withFileLock`'s lock: several processes may hold it at once, but not while one holds it exclusively. It is SQLite's
 * lock, which the operating system releases when the process ends.
 */
class SharedLock {
  readonly #database: DatabaseSync;

  constructor(path: string) {
    this.#database = new DatabaseSync(path);
  }

  /** @throws SQLite's error while another process holds the lock exclusively, and what `work` throws. */
  hold<Result>(work: () => Result): Result {
    try {
      // Reading acquires the lock.
      this.#database.exec("BEGIN; SELECT 1 FROM sqlite_schema");
      return work();
    } finally {
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
    }
  }

  close(): void {
    this.#database.close();
  }
}
