import { defaultWorkers, type Workers } from "../../queue/taskQueue.ts";
import { type RequestLog, systemClock, type WallClock } from "../../settings/settings.ts";
import { createTaskStore } from "../createTaskStore.ts";
import type { FileOwner, FileStore } from "../files/fileStore.ts";
import { openLastingFiles } from "../files/openFiles.ts";
import type { OpenedStore, OpenStore, StoreOptions } from "../openedStore.ts";
import { text } from "../readRow.ts";
import { openBossQueue } from "./bossQueue.ts";
import { openDatabaseClock } from "./databaseClock.ts";
import { isCurrent, openPostgres, type PostgresDatabase } from "./openPostgres.ts";
import { createPostgresAccounts } from "./postgresAccounts.ts";
import { openPostgresOwner } from "./postgresOwner.ts";
import { createPostgresRecords } from "./postgresRecords.ts";
import { createPostgresRepeats } from "./postgresRepeats.ts";

/**
 * Opens what several services store together in a PostgreSQL database. Large files are in the folder or the bucket `files`, which they
 * share; without one, in the database. Rejects if one of them cannot be used.
 */
export function postgresStore(url: string, workers: Workers = defaultWorkers): OpenStore {
  return async (options) => {
    const opened: { close(): Promise<void> }[] = [];
    const close = async () => {
      for (const part of opened.splice(0).toReversed()) await part.close();
    };
    try {
      return { ...(await openParts(url, workers, options, (part) => opened.push(part))), close };
    } catch (error) {
      await close();
      throw error;
    }
  };
}

/** `onOpened` is called with each part when it is open. The parts must be closed in reverse order. */
async function openParts(
  url: string,
  workers: Workers,
  { files: folder, keys, settings, log }: StoreOptions,
  onOpened: (part: { close(): Promise<void> }) => void,
): Promise<Omit<OpenedStore, "close">> {
  const database = await openPostgres(url, log);
  onOpened(database);
  const clock = settings.clock === systemClock ? await openSharedClock(database, log, onOpened) : settings.clock;
  const [identity] = await database.rows("SELECT id::text AS id FROM database");
  const accounts = await createPostgresAccounts(database, keys, { ...settings, clock });
  const owner = await openPostgresOwner(database, log);
  onOpened(owner);
  const files = folder === undefined ? undefined : await openSharedFiles(folder, text(identity ?? {}, "id"), owner);
  if (files) onOpened(files);
  const queue = await openBossQueue(url, workers, log);
  onOpened(queue);
  const records = createPostgresRecords({ database, owner, queue, clock });
  return {
    tasks: createTaskStore(records, createPostgresRepeats(database), files),
    accounts,
    clock,
    keys,
    queue,
    isCurrent: () => isCurrent(database),
    waiting: records.waiting,
    notice: undefined,
  };
}

async function openSharedClock(
  database: PostgresDatabase,
  log: RequestLog | undefined,
  onOpened: (part: { close(): Promise<void> }) => void,
): Promise<WallClock> {
  const clock = await openDatabaseClock(database, log);
  onOpened(clock);
  return clock;
}

/** `files`: a folder, or `s3://BUCKET/PREFIX`. */
async function openSharedFiles(files: string, area: string, owner: FileOwner): Promise<FileStore> {
  if (!files.startsWith("s3://")) return openLastingFiles(files, area, owner);
  const { openS3Files } = await import("../files/s3Files.ts");
  return openS3Files({ url: files, area, owner });
}
