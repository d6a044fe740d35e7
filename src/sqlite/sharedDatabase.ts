/** A database that several processes write to, open in a thread that must not be blocked: the extension host's. */
import type { DatabaseSync } from "node:sqlite";
import { Database } from "./database.ts";
import { DatabaseError } from "./databaseError.ts";
import type { DatabaseSchema } from "./databaseSchema.ts";
import { type DatabaseOptions, type OpenedDatabase, openDatabase } from "./openDatabase.ts";
import type { Owner } from "./owner.ts";
import { WriteQueue } from "./writeQueue.ts";

/** What another process locks for longer waits in the queue of writes. */
const busyMilliseconds = 25;
/** What a person waits for is refused after this time. */
const longestMilliseconds = 10_000;
/** Writes that wait for another process when the database is closed have this long. */
const closeMilliseconds = 2000;

export interface SharedDatabaseOptions extends Pick<DatabaseOptions, "synchronous"> {
  /** Completes the connection before its first use. */
  prepare?: (connection: DatabaseSync) => void;
}

export class SharedDatabase {
  /** Set when a damaged file was replaced. */
  readonly notice: string | undefined;
  readonly owner: Owner;
  /** To read from; and to write to within `write`. */
  readonly database: Database;
  readonly #opened: OpenedDatabase;
  readonly #name: string;
  readonly #queue = new WriteQueue();

  /** @throws DatabaseError */
  static async open(path: string, schema: DatabaseSchema, { synchronous, prepare }: SharedDatabaseOptions): Promise<SharedDatabase> {
    const opened = await openDatabase(path, schema, { synchronous, busyMilliseconds });
    prepare?.(opened.database);
    return new SharedDatabase(opened, schema.name);
  }

  private constructor(opened: OpenedDatabase, name: string) {
    this.#opened = opened;
    this.#name = name;
    this.notice = opened.notice;
    this.owner = opened.owner;
    this.database = new Database(opened.database);
  }

  /**
   * Calls `work`, which writes everything or nothing, in the order of all writes: at once, or when another process has released the database.
   * @throws at once, or rejects with, what SQLite throws otherwise; rejects with the signal's reason where that fires before it is written.
   */
  write<Result>(work: () => Result, signal?: AbortSignal): Promise<Result> {
    return this.#queue.write(() => this.database.transact(work), signal);
  }

  /** The same for what a person waits for. Rejects with DatabaseError `busy` after ten seconds: nothing was written then, and nothing will be. */
  async writeSoon<Result>(work: () => Result, signal?: AbortSignal): Promise<Result> {
    const late = new AbortController();
    const limit = setTimeout(() => late.abort(this.#busyError()), longestMilliseconds);
    try {
      return await this.write(work, signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]));
    } finally {
      clearTimeout(limit);
    }
  }

  /** A number that changes whenever another process commits. Source: sqlite.org/pragma.html, data_version. */
  version(): number {
    return Number(this.database.get("PRAGMA data_version")?.data_version);
  }

  /** Resolves when every write was made, or was rejected because another process holds the database for long. */
  async close(): Promise<void> {
    await this.#queue.close(closeMilliseconds, new Error(`${this.#name} was closed while another process had locked it.`));
    this.#opened.close();
  }

  #busyError(): DatabaseError {
    return new DatabaseError("busy", `${this.#name} is locked by another process. Nothing was changed.`);
  }
}
