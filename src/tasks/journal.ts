/** A path in; the durable record of all tasks, shared by every process that opens the same path, out. */
import * as z from "zod/mini";
import { type Balance, balanceSchema } from "../contract/v2.ts";
import { Database } from "./database.ts";
import { IntentTable, type SaveIntent } from "./intentTable.ts";
import { openDatabase } from "./openDatabase.ts";
import { OwnerTable } from "./ownerTable.ts";
import type { ResultFacts } from "./readPoll.ts";
import type { Artifact } from "./task.ts";
import type { TasksLog } from "./tasks.ts";
import { type NewTask, TaskTable } from "./taskTable.ts";

const changeRowSchema = z.object({ revision: z.number(), task: z.string() });
const balanceRowSchema = z.object({ balance: z.string() });

export class Journal {
  /** Set when a damaged journal was set aside. */
  readonly notice: string | undefined;
  readonly tasks: TaskTable;
  readonly intents: IntentTable;
  readonly owners: OwnerTable;
  readonly #database: Database;

  /** @throws JournalError */
  constructor(path: string, log: TasksLog | undefined) {
    const opened = openDatabase(path);
    this.notice = opened.notice;
    this.#database = new Database(opened.database);
    this.tasks = new TaskTable(this.#database, log);
    this.intents = new IntentTable(this.#database);
    this.owners = new OwnerTable(this.#database);
  }

  close(): void {
    this.#database.close();
  }

  /** Written down before anything is sent. */
  add(task: NewTask, owner: string): void {
    this.#database.transact(() => this.tasks.add(task, owner));
  }

  /** The result is on this machine; its files wait for their names. @returns false when the task is no longer this owner's. */
  receive(key: string, owner: string, facts: ResultFacts, intents: readonly SaveIntent[]): boolean {
    return this.#database.transact(() => {
      if (!this.tasks.noteResult(key, owner, facts)) return false;
      this.intents.remove(key);
      for (const intent of intents) this.intents.add(key, intent);
      return true;
    });
  }

  /** Every file has its name, or the text is in the journal. @returns false when the task is no longer this owner's. */
  save(key: string, owner: string, artifacts: readonly Artifact[], finishedAt: number): boolean {
    return this.#database.transact(() => {
      if (!this.tasks.save(key, owner, artifacts, finishedAt)) return false;
      this.intents.remove(key);
      return true;
    });
  }

  setBalance(baseUrl: string, balance: Balance): void {
    this.#database.run("INSERT INTO balances VALUES ($baseUrl, $balance) ON CONFLICT DO UPDATE SET balance = excluded.balance", {
      $baseUrl: baseUrl,
      $balance: JSON.stringify(balance),
    });
  }

  balance(baseUrl: string): Balance | undefined {
    const row = this.#database.get("SELECT balance FROM balances WHERE base_url = $baseUrl", { $baseUrl: baseUrl });
    return row === undefined ? undefined : balanceSchema.parse(JSON.parse(balanceRowSchema.parse(row).balance));
  }

  /** A number that changes whenever another process commits. Source: sqlite.org/pragma.html, data_version. */
  dataVersion(): number {
    return Number(this.#database.get("PRAGMA data_version")?.data_version);
  }

  lastRevision(): number {
    return Number(this.#database.get("SELECT coalesce(max(revision), 0) AS last FROM changes")?.last);
  }

  /** Keys of the tasks that changed after a revision, each once, in the order of their last changes; and the last revision. */
  changesSince(revision: number): { keys: string[]; revision: number } {
    const rows = this.#database
      .all("SELECT max(revision) AS revision, task FROM changes WHERE revision > $revision GROUP BY task ORDER BY 1", {
        $revision: revision,
      })
      .map((row) => changeRowSchema.parse(row));
    return { keys: rows.map((row) => row.task), revision: rows.at(-1)?.revision ?? revision };
  }
}
