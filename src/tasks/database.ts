/** An open SQLite database in; statements prepared once, and transactions that hold or leave nothing, out. */
import type { DatabaseSync, StatementSync } from "node:sqlite";

export type Values = Record<string, string | number | null>;
export type Row = Record<string, unknown>;

export class Database {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  close(): void {
    this.#database.close();
  }

  /** @returns how many rows the statement changed. */
  run(sql: string, values: Values): number {
    return Number(this.#prepare(sql).run(values).changes);
  }

  get(sql: string, values: Values = {}): Row | undefined {
    return this.#prepare(sql).get(values);
  }

  all(sql: string, values: Values = {}): Row[] {
    return this.#prepare(sql).all(values);
  }

  /** Everything that `work` writes, or nothing. */
  transact<Result>(work: () => Result): Result {
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.#database.exec("COMMIT");
      return result;
    } catch (error) {
      // A full disk ends the transaction by itself.
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      throw error;
    }
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
