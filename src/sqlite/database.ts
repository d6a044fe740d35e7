/** Prepared statements and transactions of an open SQLite database. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { transact } from "./transact.ts";

type Value = string | number | null | Uint8Array;
/** Parameters by name or by position. */
export type Values = Record<string, Value> | readonly Value[];
export type Row = Record<string, unknown>;

export class Database {
  #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** @returns how many rows the statement changed. */
  run(sql: string, values: Values = []): number {
    const statement = this.#prepare(sql);
    return Number((isList(values) ? statement.run(...values) : statement.run(values)).changes);
  }

  get(sql: string, values: Values = []): Row | undefined {
    const statement = this.#prepare(sql);
    return isList(values) ? statement.get(...values) : statement.get(values);
  }

  all(sql: string, values: Values = []): Row[] {
    const statement = this.#prepare(sql);
    return isList(values) ? statement.all(...values) : statement.all(values);
  }

  /** Writes everything that `work` writes, or nothing. */
  transact<Result>(work: () => Result): Result {
    return transact(this.#database, work);
  }

  /** Switches to another connection; the previous one can then be closed. */
  replace(database: DatabaseSync): void {
    this.#database = database;
    this.#statements.clear();
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

function isList(values: Values): values is readonly Value[] {
  return Array.isArray(values);
}
