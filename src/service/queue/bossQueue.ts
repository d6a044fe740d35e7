/** A queue of pg-boss for each kind of tasks. */
import { PgBoss } from "pg-boss";
import { type Kind, kinds } from "../../contract/kind.ts";
import { storageMilliseconds } from "../../contract/limits.ts";
import type { RequestLog } from "../serviceOptions.ts";
import type { Queries } from "../store/postgres/openPostgres.ts";
import type { TaskQueue, Workers } from "./taskQueue.ts";

export interface BossQueue extends TaskQueue {
  /** As a part of the transaction that writes the task. */
  add(queries: Queries, kind: Kind, id: string): Promise<void>;
  close(): Promise<void>;
}

/** pg-boss's own namespace in the database. */
const schema = "generation_service_queue";
const connections = 4;
/** Seconds without a sign of life, after which a task is handed to another service. */
const heartbeatSeconds = 10;
/** Seconds. The longest that a video may take. */
const expireInSeconds = 24 * 60 * 60;
/** Seconds between two looks of an idle worker, which the database wakes for a new task. */
const idlePollSeconds = 60;
const retryLimit = 100;
/** Seconds that a task waits at most: as long as it is stored. */
const retentionSeconds = storageMilliseconds / 1000;

/** Rejects where the database cannot be reached. */
export async function openBossQueue(url: string, workers: Workers, log: RequestLog | undefined): Promise<BossQueue> {
  const boss = new PgBoss({
    connectionString: url,
    schema,
    max: connections,
    application_name: "generation-studio-queue",
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: heartbeatSeconds / 2,
    monitorIntervalSeconds: heartbeatSeconds / 2,
  });
  boss.on("error", (error) => log?.(`the queue of tasks: ${error.message}`));
  try {
    await boss.start();
    const options = { heartbeatSeconds, expireInSeconds, retryLimit, retentionSeconds, deleteAfterSeconds: 60, notify: true };
    for (const kind of kinds) await boss.createQueue(kind, options);
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw error;
  }

  return {
    workers,
    async add(queries, kind, id) {
      const db = { executeSql: async (text: string, values?: unknown[]) => ({ rows: await queries.rows(text, values) }) };
      await boss.send(kind, { id }, { db });
    },
    async start(work) {
      for (const kind of kinds) {
        if (workers[kind] === 0) continue;
        let worker: string | undefined;
        worker = await boss.work<{ id: string }>(
          kind,
          { localConcurrency: workers[kind], notifyPollingIntervalSeconds: idlePollSeconds, heartbeatRefreshSeconds: heartbeatSeconds / 3 },
          async (entries) => {
            for (const { data } of entries) await work(data.id);
            // The next one is taken at once, not at the next look.
            if (worker !== undefined) boss.notifyWorker(worker);
          },
        );
      }
    },
    async stop() {
      for (const kind of kinds) if (workers[kind] > 0) await boss.offWork(kind, { wait: false });
    },
    close: () => boss.stop({ graceful: true, timeout: 5000 }),
  };
}
