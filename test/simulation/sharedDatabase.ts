/** The database of simulated services. Their statements are prepared once for all simulations, because that takes most of the time. */
import type { DatabaseSync } from "node:sqlite";
import { completeOptions } from "../../src/service/serviceOptions.ts";
import { createTaskStore } from "../../src/service/store/createTaskStore.ts";
import { createSqliteAccounts } from "../../src/service/store/sqlite/sqliteAccounts.ts";
import { createSqliteRecords } from "../../src/service/store/sqlite/sqliteRecords.ts";
import { createSqliteRepeats } from "../../src/service/store/sqlite/sqliteRepeats.ts";
import type { TaskStore } from "../../src/service/store/taskStore.ts";

/** What the simulation in progress decides. */
interface Situation {
  now(): number;
  /** Whether the others see that the service is alive. */
  isSeen(service: string): boolean;
}

export const startingBalance = 1_000_000_000;

export class SharedDatabase {
  readonly #database: DatabaseSync;
  readonly #stores = new Map<string, TaskStore>();
  readonly #statements: Readonly<Record<"totals" | "unowned" | "unfinished" | "task" | "balance", ReturnType<DatabaseSync["prepare"]>>>;
  #situation: Situation = { now: Date.now, isSeen: () => true };

  constructor(database: DatabaseSync) {
    this.#database = database;
    createSqliteAccounts(database, ["key"], completeOptions({}));
    this.#statements = {
      totals: database.prepare("SELECT sum(tasks) AS finished, sum(cost) AS cost FROM days"),
      unowned: database.prepare("SELECT 1 FROM tasks WHERE id = ? AND owner = ''"),
      unfinished: database.prepare("SELECT id FROM tasks WHERE status IN ('pending', 'processing')"),
      task: database.prepare("SELECT status, cost FROM tasks WHERE id = ?"),
      balance: database.prepare("SELECT balance FROM accounts"),
    };
  }

  /** Removes what an earlier simulation has left. */
  begin(situation: Situation): void {
    this.#situation = situation;
    this.#database.exec(`DELETE FROM files; DELETE FROM tasks; DELETE FROM days; UPDATE accounts SET balance = ${startingBalance}`);
  }

  /** The real store, as this service opens it. */
  storeOf(service: string): TaskStore {
    const owner = { id: service, isAlive: (id: string) => this.#situation.isSeen(id), close: () => undefined };
    const clock = { now: () => this.#situation.now() };
    const known =
      this.#stores.get(service) ??
      createTaskStore(createSqliteRecords(this.#database, owner, clock), createSqliteRepeats(this.#database, clock), undefined);
    this.#stores.set(service, known);
    return known;
  }

  /** The number of tasks that have ended, and what was charged for them. */
  totals(): { finished: number; cost: number } {
    const { finished, cost } = this.#statements.totals.get() ?? {};
    return { finished: Number(finished ?? 0), cost: Number(cost ?? 0) };
  }

  isUnowned(id: string): boolean {
    return this.#statements.unowned.get(id) !== undefined;
  }

  unfinished(): string[] {
    return this.#statements.unfinished.all().map(({ id }) => String(id));
  }

  task(id: string): { status: string; cost: number } | undefined {
    const row = this.#statements.task.get(id);
    return row && { status: String(row.status), cost: Number(row.cost) };
  }

  balance(): number {
    return Number(this.#statements.balance.get()?.balance);
  }
}
