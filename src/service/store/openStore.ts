import type { Accounts } from "../account/accounts.ts";
import type { ServiceSettings } from "../serviceOptions.ts";
import { openServiceDatabase } from "./sqlite/serviceDatabase.ts";
import { createSqliteAccounts } from "./sqlite/sqliteAccounts.ts";
import { createSqliteTaskStore } from "./sqlite/sqliteTaskStore.ts";
import type { TaskStore } from "./taskStore.ts";

export interface OpenedStore {
  tasks: TaskStore;
  accounts: Accounts;
  /** A sentence for a person, set when a damaged or empty database was replaced. */
  notice: string | undefined;
  /** Ends with the last step that was begun. Tasks that are unfinished can be claimed by another service then. */
  close(): Promise<void>;
}

export interface StoreOptions {
  /** Folder of the database; undefined: everything is gone with the process. */
  data: string | undefined;
  /** Accepted keys: see ServiceOptions. */
  keys: readonly string[];
  settings: ServiceSettings;
}

/** Opens what the service stores. Rejects with a DatabaseError where it cannot be used. */
export async function openStore({ data, keys, settings }: StoreOptions): Promise<OpenedStore> {
  const { database, owner, notice, close } = await openServiceDatabase(data);
  return {
    tasks: createSqliteTaskStore(database, owner, settings.clock),
    accounts: createSqliteAccounts(database, keys, settings),
    notice,
    close: async () => close(),
  };
}
