import { join } from "node:path";
import type { Accounts } from "../account/accounts.ts";
import type { ServiceSettings } from "../serviceOptions.ts";
import { createTaskStore } from "./createTaskStore.ts";
import { openLastingFiles, openTemporaryFiles } from "./files/openFiles.ts";
import { identityOf, openServiceDatabase } from "./sqlite/serviceDatabase.ts";
import { createSqliteAccounts } from "./sqlite/sqliteAccounts.ts";
import { createSqliteRecords } from "./sqlite/sqliteRecords.ts";
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
  /** Folder of large files. Default: `files` in the folder of the database, or a temporary one. */
  files: string | undefined;
  /** Accepted keys: see ServiceOptions. */
  keys: readonly string[];
  settings: ServiceSettings;
}

/** Opens what the service stores. Rejects where a folder or the database cannot be used. */
export async function openStore({ data, files: folder, keys, settings }: StoreOptions): Promise<OpenedStore> {
  const { database, owner, notice, close } = await openServiceDatabase(data);
  try {
    const files =
      data === undefined ? await openTemporaryFiles(folder) : openLastingFiles(folder ?? join(data, "files"), identityOf(database), owner);
    return {
      tasks: createTaskStore(createSqliteRecords(database, owner, settings.clock), files),
      accounts: createSqliteAccounts(database, keys, settings),
      notice,
      async close() {
        await files?.close();
        close();
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}
