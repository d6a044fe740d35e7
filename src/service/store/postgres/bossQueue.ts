/** A pg-boss queue for each kind of task, and one for hourly work. */
import { PgBoss } from "pg-boss";
import { forKinds, type Kind, kinds } from "../../../contract/kind.ts";
import { storageMilliseconds } from "../../../contract/limits.ts";
import type { TaskQueue, Workers } from "../../queue/taskQueue.ts";
import type { RequestLog } from "../../settings/settings.ts";
import { type Queries, sessionSettings } from "./openPostgres.ts";

export interface BossQueue extends TaskQueue {
  /** Runs within the transaction that writes the task. */
  add(queries: Queries, kind: Kind, id: string): Promise<void>;
  close(): Promise<void>;
}

/** pg-boss's own namespace in the database. */
const schema = "generation_service_queue";
const hourly = "hourly";
/** Seconds. */
const hourlyExpireInSeconds = 30 * 60;
/** Interval in seconds of checks whether the hour is over; the maximum that pg-boss allows. */
const scheduleSeconds = 45;
const connections = 4;
/** Interval in seconds of checks for dependent tasks, which are not used. */
const unusedSeconds = 60 * 60;
/** Seconds without a heartbeat after which a task is given to another service. */
const heartbeatSeconds = 10;
/** Seconds. The longest time that a video may take. */
const expireInSeconds = 24 * 60 * 60;
/** Polling interval in seconds of an idle worker, which the database notifies of new tasks. */
const idlePollSeconds = 300;
/** Milliseconds between polls of one idle worker of each kind, because a task that is queued again causes no notification. */
const wakeMilliseconds = 10_000;
const retryLimit = 100;
/** Longest waiting time of a task in seconds: its storage time. */
const retentionSeconds = storageMilliseconds / 1000;

/** Rejects if the database cannot be reached. */
export async function openBossQueue(url: string, workers: Workers, log: RequestLog | undefined): Promise<BossQueue> {
  const boss = new PgBoss({
    connectionString: url,
    schema,
    max: connections,
    application_name: "generation-studio-queue",
    options: sessionSettings,
    useListenNotify: true,
    cronMonitorIntervalSeconds: scheduleSeconds,
    cronWorkerIntervalSeconds: scheduleSeconds,
    superviseIntervalSeconds: heartbeatSeconds,
    monitorIntervalSeconds: heartbeatSeconds,
    flowIntervalSeconds: unusedSeconds,
  });
  boss.on("error", (error) => log?.(`the queue of tasks: ${error.message}`));
  try {
    await boss.start();
    const options = { heartbeatSeconds, expireInSeconds, retryLimit, retentionSeconds, deleteAfterSeconds: 60, notify: true };
    for (const kind of kinds) await boss.createQueue(kind, options);
    // A failed run is not repeated; the next one is in an hour.
    const hourlyOptions = { heartbeatSeconds, expireInSeconds: hourlyExpireInSeconds, retryLimit: 0, deleteAfterSeconds: 60 };
    await boss.createQueue(hourly, { ...hourlyOptions, policy: "exclusive", notify: true });
    await boss.schedule(hourly, "0 * * * *");
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw error;
  }

  /** Ids of the idle workers. */
  const idle = forKinds(() => new Set<string>());
  let waking: NodeJS.Timeout | undefined;

  function wakeOne(kind: Kind): void {
    const [worker] = idle[kind];
    if (worker !== undefined) boss.notifyWorker(worker);
  }

  async function startWorker(kind: Kind, work: (id: string) => Promise<void>): Promise<void> {
    const options = { notifyPollingIntervalSeconds: idlePollSeconds, heartbeatRefreshSeconds: heartbeatSeconds / 3 };
    const worker = await boss.work<{ id: string }>(kind, options, async (entries) => {
      idle[kind].delete(worker);
      // There may be more tasks.
      wakeOne(kind);
      try {
        for (const { data } of entries) await work(data.id);
      } finally {
        // Take the next task at once, not at the next poll.
        idle[kind].add(worker);
        boss.notifyWorker(worker);
      }
    });
    idle[kind].add(worker);
  }

  return {
    workers,
    async add(queries, kind, id) {
      const db = { executeSql: async (text: string, values?: unknown[]) => ({ rows: await queries.rows(text, values) }) };
      await boss.send(kind, { id }, { db });
    },
    async start(work) {
      for (const kind of kinds) {
        for (let count = 0; count < workers[kind]; count += 1) await startWorker(kind, work);
      }
      waking = setInterval(() => kinds.forEach(wakeOne), wakeMilliseconds);
    },
    async startHourly(work) {
      const options = { notifyPollingIntervalSeconds: idlePollSeconds, heartbeatRefreshSeconds: heartbeatSeconds / 3 };
      await boss.work(hourly, options, () => work());
    },
    async stop() {
      clearInterval(waking);
      for (const kind of kinds) if (workers[kind] > 0) await boss.offWork(kind, { wait: false });
      await boss.offWork(hourly, { wait: false });
    },
    close: () => boss.stop({ graceful: true, timeout: 5000 }),
  };
}
