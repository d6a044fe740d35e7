/** What the newest v2 status of each service reported about the account. */
import * as z from "zod/mini";
import { type Account, accountSchema } from "../../contract/v2.ts";
import type { Database } from "../../sqlite/database.ts";
import type { SharedDatabase } from "../../sqlite/sharedDatabase.ts";
import { optionalJson } from "./readTaskRow.ts";

const balanceRowSchema = z.object({ balance: optionalJson(accountSchema) });

export class AccountTable {
  readonly #database: Database;
  readonly #shared: SharedDatabase;

  constructor(shared: SharedDatabase) {
    this.#database = shared.database;
    this.#shared = shared;
  }

  get(baseUrl: string): Account | undefined {
    const row = this.#database.get("SELECT balance FROM balances WHERE base_url = $baseUrl", { $baseUrl: baseUrl });
    return row === undefined ? undefined : (balanceRowSchema.parse(row).balance ?? undefined);
  }

  set(baseUrl: string, account: Account): Promise<unknown> {
    const sql = "INSERT INTO balances VALUES ($baseUrl, $balance) ON CONFLICT DO UPDATE SET balance = excluded.balance";
    return this.#shared.write(() => this.#database.run(sql, { $baseUrl: baseUrl, $balance: JSON.stringify(account) }));
  }
}
