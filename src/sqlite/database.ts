/** Prepared statements and transactions of an open SQLite database. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { transact } from "./transact.ts";

export type Values = Record<string, string | number | null>;
export type Row = Record<string, unknown>;

export class Database {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
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
    return transact(this.#database, work);
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
