/** Measures services on one PostgreSQL database with a provider that only waits, so that the rows show the services' own work. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Pool } from "undici";
import { startPostgres } from "../service/postgresServer.ts";
import type { Bench } from "./bench.ts";
import { deployedService } from "./builtProgram.ts";
import { script, type Target, withProcess } from "./measuredProcess.ts";

const headers = { authorization: "Bearer bench-key", "content-type": "application/json" };
const body = JSON.stringify({ model: "local/painter", prompt: "A heron" });
/** Milliseconds that the provider takes for an image. */
const providerWait = 400;

interface Cluster {
  /** Runs this many services on a database of their own while they are used. */
  use<Result>(
    count: number,
    workers: string,
    measure: (services: readonly Target[], database: pg.Client) => Promise<Result>,
  ): Promise<Result>;
}

/** Runs PostgreSQL and a provider while they are used. */
async function withCluster<Result>(measure: (cluster: Cluster) => Promise<Result>): Promise<Result> {
  const postgres = await startPostgres();
  const folder = await mkdtemp(join(tmpdir(), "cluster-bench-"));
  try {
    return await withProcess([script("clusterProvider.ts"), String(providerWait)], async ({ url }) => {
      const config = join(folder, "providers.json");
      const painter = { kinds: ["image"], price: { image: 0.0001 } };
      const local = { type: "openai-compatible", baseURL: `${url}/v1`, models: { painter } };
      await writeFile(config, JSON.stringify({ providers: { local } }));
      return measure({
        async use<Result>(count: number, workers: string, run: (services: readonly Target[], database: pg.Client) => Promise<Result>) {
          const address = await postgres.createDatabase();
          const options = ["--port", "0", "--database", address, "--config", config, "--key", "bench-key", "--workers", workers];
          const start = async (services: readonly Target[]): Promise<Result> => {
            if (services.length < count) {
              return withProcess(await deployedService(...options), (service) => start([...services, service]));
            }
            const database = new pg.Client({ connectionString: address });
            await database.connect();
            return run(services, database).finally(() => database.end());
          };
          return start([]);
        },
      });
    });
  } finally {
    await postgres.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Requests images from the services in turn over 16 kept connections; returns the milliseconds of each answer. */
async function accept(services: readonly Target[], count: number): Promise<number[]> {
  const pools = services.map(({ url }) => new Pool(url, { connections: 16 }));
  const times: number[] = [];
  let asked = 0;
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (asked < count) {
        const pool = pools[asked++ % pools.length];
        const start = performance.now();
        const answer = await pool?.request({ method: "POST", path: "/api/v1/images", headers, body });
        await answer?.body.dump();
        if (answer?.statusCode !== 202) throw new Error(`A task was answered with ${answer?.statusCode}.`);
        times.push(performance.now() - start);
      }
    }),
  );
  await Promise.all(pools.map((pool) => pool.close()));
  return times;
}

async function count(database: pg.Client, sql: string): Promise<number> {
  return Number((await database.query(`SELECT count(*) AS count FROM generation_service.tasks WHERE ${sql}`)).rows[0]?.count);
}

/** Tasks completed per second while more than enough are waiting. */
async function completedPerSecond(services: readonly Target[], database: pg.Client, tasks: number): Promise<number> {
  await accept(services, tasks);
  const completed = () => count(database, "status = 'completed'");
  const [first, start] = [await completed(), performance.now()];
  while ((await completed()) < tasks) await sleep(50);
  return ((tasks - first) / (performance.now() - start)) * 1000;
}

const throughput: Bench = {
  names: ["cluster-1-throughput", "cluster-3-throughput", "cluster-3-vs-1-throughput"],
  run: () =>
    withCluster(async ({ use }) => {
      const one = await use(1, "image=8", (services, database) => completedPerSecond(services, database, 200));
      const three = await use(3, "image=8", (services, database) => completedPerSecond(services, database, 600));
      return [
        { name: "cluster-1-throughput", value: one, unit: "tasks/s" },
        { name: "cluster-3-throughput", value: three, unit: "tasks/s" },
        { name: "cluster-3-vs-1-throughput", value: three / one, unit: "times" },
      ];
    }),
};

const queue: Bench = {
  names: ["cluster-accept-p95-ms", "cluster-accept-rate", "cluster-10000-queued-pickup-ms"],
  run: () =>
    withCluster(({ use }) =>
      use(3, "image=4", async (services, database) => {
        await database.query("UPDATE generation_service.accounts SET balance = 1000000000");
        await accept(services, 200);
        const start = performance.now();
        const times = (await accept(services, 10_000)).toSorted((left, right) => left - right);
        const rate = (10_000 / (performance.now() - start)) * 1000;
        // The next task after 10,000 others: the time until a free worker takes it.
        const before = await count(database, "status = 'completed'");
        const from = performance.now();
        while ((await count(database, "status = 'completed'")) < before + 120) await sleep(20);
        const pickup = ((performance.now() - from) / 120) * 12 - providerWait;
        return [
          { name: "cluster-accept-p95-ms", value: times[Math.floor(times.length * 0.95)] ?? Number.NaN, unit: "ms" },
          { name: "cluster-accept-rate", value: rate, unit: "tasks/s" },
          { name: "cluster-10000-queued-pickup-ms", value: Math.max(pickup, 0), unit: "ms" },
        ];
      }),
    ),
};

const idle: Bench = {
  names: ["cluster-idle-queries-per-second"],
  run: () =>
    withCluster(({ use }) =>
      use(3, "text=16,image=4,audio=4,video=2", async (_, database) => {
        const seconds = 60;
        // A statement outside a transaction is a transaction of its own.
        const transactions = async () =>
          Number(
            (await database.query("SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()"))
              .rows[0]?.count,
          );
        await sleep(10_000);
        const before = await transactions();
        await sleep(seconds * 1000);
        return [{ name: "cluster-idle-queries-per-second", value: ((await transactions()) - before) / seconds, unit: "queries/s" }];
      }),
    ),
};

const benches: readonly Bench[] = [throughput, queue, idle];
export default benches;
