import { type BossQueue, openBossQueue } from "../../queue/bossQueue.ts";
import { defaultWorkers, type Workers } from "../../queue/taskQueue.ts";
import { createTaskStore } from "../createTaskStore.ts";
import { openLastingFiles } from "../files/openFiles.ts";
import type { OpenedStore, OpenStore, StoreOptions } from "../openedStore.ts";
import { text } from "../readRow.ts";
import { openPostgres, type PostgresDatabase } from "./openPostgres.ts";
import { createPostgresAccounts } from "./postgresAccounts.ts";
import { openPostgresOwner } from "./postgresOwner.ts";
import { createPostgresRecords } from "./postgresRecords.ts";

/**
 * Opens what several services on one PostgreSQL database store together. Large files are in the folder `files`, which they share; without one,
 * in the database. Rejects where the folder or the database cannot be used.
 */
export function postgresStore(url: string, workers: Workers = defaultWorkers): OpenStore {
  return async (options) => {
    const database = await openPostgres(url, options.log);
    const queue = await openBossQueue(url, workers, options.log).catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
    return openAll(database, queue, options).catch(async (error: unknown) => {
      await queue.close();
      await database.close();
      throw error;
    });
  };
}

async function openAll(
  database: PostgresDatabase,
  queue: BossQueue,
  { files: folder, keys, settings, log }: StoreOptions,
): Promise<OpenedStore> {
  const [identity] = await database.rows("SELECT id::text AS id FROM database");
  const accounts = await createPostgresAccounts(database, keys, settings);
  const owner = await openPostgresOwner(database, log);
  const files = folder === undefined ? undefined : openLastingFiles(folder, text(identity ?? {}, "id"), owner);
  return {
    tasks: createTaskStore(createPostgresRecords({ database, owner, queue, clock: settings.clock }), files),
    accounts,
    keys,
    queue,
    notice: undefined,
    async close() {
      await queue.close();
      await files?.close();
      await owner.close();
      await database.close();
    },
  };
}
