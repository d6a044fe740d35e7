import { join } from "node:path";
import { newestVersion, readVersion } from "../../sqlite/databaseSchema.ts";
import { createTaskStore } from "./createTaskStore.ts";
import { openLastingFiles, openTemporaryFiles } from "./files/openFiles.ts";
import type { OpenStore } from "./openedStore.ts";
import { readOwnKey, takeFormerKey } from "./sqlite/ownKey.ts";
import { identityOf, openServiceDatabase, serviceDatabase } from "./sqlite/serviceDatabase.ts";
import { createSqliteAccounts } from "./sqlite/sqliteAccounts.ts";
import { createSqliteRecords } from "./sqlite/sqliteRecords.ts";
import { createSqliteRepeats } from "./sqlite/sqliteRepeats.ts";

/** Opens a service's own data in SQLite. Rejects if a folder or the database cannot be used. */
export const openStore: OpenStore = async ({ data, files: folder, keys, settings }) => {
  const { database, owner, notice, close } = await openServiceDatabase(data);
  try {
    const former = takeFormerKey(database);
    const [first = await readOwnKey(data, former), ...others] = keys;
    const files =
      data === undefined ? await openTemporaryFiles(folder) : openLastingFiles(folder ?? join(data, "files"), identityOf(database), owner);
    return {
      tasks: createTaskStore(createSqliteRecords(database, owner, settings.clock), createSqliteRepeats(database, settings.clock), files),
      ...createSqliteAccounts(database, [first, ...others], settings),
      clock: settings.clock,
      queue: undefined,
      isCurrent: async () => readVersion(database) === newestVersion(serviceDatabase),
      waiting: async () => [],
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
};
