/** The durable record of all tasks, shared by every process that opens the same path. */
import * as z from "zod/mini";
import type { Owner } from "../../sqlite/owner.ts";
import { prepareSearch } from "../../sqlite/searchTerms.ts";
import { SharedDatabase } from "../../sqlite/sharedDatabase.ts";
import { LibraryIndex } from "../library/libraryIndex.ts";
import type { Artifact, ResultFacts, TaskError } from "../task.ts";
import type { TasksLog } from "../taskEnvironment.ts";
import { AccountTable } from "./accountTable.ts";
import { AnswerTable } from "./answerTable.ts";
import { CostTable, type UnitOfModel } from "./costTable.ts";
import { IntentTable, type SaveIntent } from "./intentTable.ts";
import { journalSchema } from "./journalSchema.ts";
import { OwnerTable } from "./ownerTable.ts";
import { TaskTable } from "./taskTable.ts";

const changeRowSchema = z.object({ revision: z.number(), task: z.string() });

/** Every commit is synced to disk: an id lost in a power failure is money lost. */
const synchronous = "FULL";

/** A completed result whose files have been received. */
export interface ReceivedResult {
  facts: ResultFacts;
  intents: readonly Omit<SaveIntent, "chosen">[];
  /** Some files could not be read. */
  missing: TaskError | undefined;
}

export class Journal {
  /** Set when a damaged journal was replaced. */
  readonly notice: string | undefined;
  readonly owner: Owner;
  readonly tasks: TaskTable;
  readonly accounts: AccountTable;
  readonly answers: AnswerTable;
  readonly costs: CostTable;
  readonly intents: IntentTable;
  readonly owners: OwnerTable;
  readonly library: LibraryIndex;
  readonly #shared: SharedDatabase;

  /** @throws DatabaseError */
  static async open(path: string, log: TasksLog | undefined, unitOf?: UnitOfModel): Promise<Journal> {
    return new Journal(await SharedDatabase.open(path, journalSchema, { synchronous, prepare: prepareSearch }), log, unitOf);
  }

  private constructor(shared: SharedDatabase, log: TasksLog | undefined, unitOf: UnitOfModel | undefined) {
    this.#shared = shared;
    this.notice = shared.notice;
    this.owner = shared.owner;
    const { database } = shared;
    this.tasks = new TaskTable(database, log);
    this.accounts = new AccountTable(shared);
    this.answers = new AnswerTable(shared);
    this.costs = new CostTable(shared, unitOf);
    this.intents = new IntentTable(database);
    this.owners = new OwnerTable(database);
    this.library = new LibraryIndex(shared);
  }

  close(): Promise<void> {
    return this.#shared.close();
  }

  /** See SharedDatabase. */
  announceWrites(onWritten: () => void): void {
    this.#shared.announceWrites(onWritten);
  }

  /**
   * Calls `work`, which writes everything or nothing. Writes run in order: at once, or when another process has released the journal.
   * @throws at once, or rejects with, SQLite's other errors; rejects with the signal's reason if it fires before the write.
   */
  write<Result>(work: () => Result, signal?: AbortSignal): Promise<Result> {
    return this.#shared.write(work, signal);
  }

  /**
   * Records that the result is on this machine and that its files wait for their names.
   * Resolves with false when this owner no longer owns the task.
   */
  receive(key: string, owner: string, result: ReceivedResult): Promise<boolean> {
    const { facts, intents, missing } = result;
    return this.write(() => {
      if (!this.tasks.noteResult(key, owner, facts, intents.length > 0, missing)) return false;
      this.intents.remove(key);
      for (const intent of intents) this.intents.add(key, intent);
      return true;
    });
  }

  /**
   * Records that every file has its name, or that the text is in the journal.
   * Resolves with false when this owner no longer owns the task.
   */
  save(key: string, owner: string, artifacts: readonly Artifact[], finishedAt: number): Promise<boolean> {
    return this.write(() => {
      if (!this.tasks.save(key, owner, artifacts, finishedAt)) return false;
      this.intents.remove(key);
      return true;
    });
  }

  /** A number that changes when another process commits, or replaces the file. */
  version(): number {
    return this.#shared.version();
  }

  /** How often another process has replaced a damaged file. Revisions restart with each replacement. */
  get replacements(): number {
    return this.#shared.replacements;
  }

  lastRevision(): number {
    return Number(this.#shared.database.get("SELECT coalesce(max(revision), 0) AS last FROM changes")?.last);
  }

  /** Returns the keys of the tasks that changed after a revision, each once, ordered by last change; and the last revision. */
  changesSince(revision: number): { keys: string[]; revision: number } {
    const rows = this.#shared.database
      .all("SELECT max(revision) AS revision, task FROM changes WHERE revision > $revision GROUP BY task ORDER BY 1", {
        $revision: revision,
      })
      .map((row) => changeRowSchema.parse(row));
    return { keys: rows.map((row) => row.task), revision: rows.at(-1)?.revision ?? revision };
  }
}
