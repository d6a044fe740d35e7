/** Compares a database with millions of tasks with a small one: steps of the store on both, in turn. */
import pg from "pg";
import { completeOptions } from "../../src/service/serviceOptions.ts";
import { postgresStore } from "../../src/service/store/postgres/openPostgresStore.ts";
import { serializeValue } from "../../src/service/store/readRow.ts";
import type { StoredTask } from "../../src/service/store/storedTask.ts";
import type { TaskStore } from "../../src/service/store/taskStore.ts";
import { type PostgresServer, startPostgres } from "../service/postgresServer.ts";
import { imageRequest } from "../unit/providers/requests.ts";
import { task as storedTask, usage } from "../unit/service/store/storedTasks.ts";
import type { Bench } from "./bench.ts";
import { median } from "./measuredProcess.ts";

/** More than 100,000 tasks a day in the 30 days for which they are kept. */
const many = 3_650_000;
const few = 10_000;
const accounts = 100;
const day = 24 * 60 * 60 * 1000;
const rounds = 400;
const sweepRounds = 7;
/** Tasks beyond the storage time, for each round. */
const swept = 2_000;

interface Filled {
  tasks: TaskStore;
  database: pg.Client;
  count: number;
  close(): Promise<void>;
}

/** `rows` finished tasks, spread over the last 29 days. */
const fill = (rows: string, createdAt: string, prefix: string) => `
  INSERT INTO generation_service.tasks (id, account, owner, endpoint, kind, model, provider, status, created_at, finished_at, echo, result, usage, cost)
  SELECT '${prefix}' || n, 'account-' || (n % ${accounts}), 1, 'images', 'image', 'local/painter', 'local', 'completed', ${createdAt}, ${createdAt} + 5000, $1, $2, $3, 1000
  FROM generate_series(1, ${rows}) AS n`;
const values = [serializeValue({ kind: "media" }), serializeValue({ items: [], incomplete: undefined }), serializeValue(usage)];

async function openFilled(postgres: PostgresServer, count: number): Promise<Filled> {
  const url = await postgres.createDatabase();
  const settings = completeOptions({});
  const opened = await postgresStore(url)({ data: undefined, files: undefined, keys: ["key"], settings, log: undefined });
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  const start = Date.now() - 29 * day;
  await database.query(fill(String(count), `${start}::bigint + n * ${(29 * day) / count}::numeric::bigint`, "img_old"), values);
  await database.query("VACUUM ANALYZE generation_service.tasks");
  return {
    tasks: opened.tasks,
    database,
    count,
    async close() {
      await database.end();
      await opened.close();
    },
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The steps of one round, in milliseconds. */
async function runRound({ tasks, count }: Filled, round: number): Promise<Record<"get" | "list" | "claim" | "delete", number>> {
  const number = 1 + ((round * 7919) % count);
  const task: StoredTask = { ...storedTask, id: `img_new${round}`, account: "account-1", createdAt: Date.now() };
  await tasks.insert(task, imageRequest({ model: "local/painter" }), { isQueued: true });
  const [get, list, claim] = [
    await timed(() => tasks.get(`img_old${number}`)),
    await timed(() => tasks.list(`account-${round % accounts}`, 50)),
    await timed(() => tasks.claim(task.id)),
  ];
  await tasks.finish(task.id, { status: "completed", cost: 0, files: [] });
  return { get, list, claim, delete: await timed(() => tasks.delete(`img_old${number}`)) };
}

async function sweepOnce({ tasks, database }: Filled, round: number): Promise<number> {
  await database.query(fill(String(swept), `${Date.now() - 31 * day}::bigint + n`, `img_ancient${round}_`), values);
  return timed(() => tasks.sweep());
}

const p95 = (times: readonly number[]) => times.toSorted((left, right) => left - right)[Math.floor(times.length * 0.95)] ?? Number.NaN;

const steps = ["get", "list", "claim", "delete"] as const;
const nameOf = (step: string) => `store-3650000-${step}-vs-10000`;

const millions: Bench = {
  names: [...steps, "sweep"].map(nameOf),
  async run() {
    const postgres = await startPostgres();
    try {
      const small = await openFilled(postgres, few);
      const large = await openFilled(postgres, many);
      const times: { small: Awaited<ReturnType<typeof runRound>>; large: Awaited<ReturnType<typeof runRound>> }[] = [];
      for (let round = 0; round < rounds; round += 1)
        times.push({ small: await runRound(small, round), large: await runRound(large, round) });
      // The first rounds prepare statements and load pages.
      const measured = times.slice(rounds / 4);
      const sweeps: number[] = [];
      for (let round = 0; round < sweepRounds; round += 1) {
        const ofSmall = await sweepOnce(small, round);
        sweeps.push((await sweepOnce(large, round)) / ofSmall);
      }
      await Promise.all([small.close(), large.close()]);
      const rows = steps.map((step) => ({
        name: nameOf(step),
        value: p95(measured.map((each) => each.large[step])) / p95(measured.map((each) => each.small[step])),
        unit: "times",
      }));
      return [...rows, { name: nameOf("sweep"), value: median(sweeps), unit: "times" }];
    } finally {
      await postgres.close();
    }
  },
};

const benches: readonly Bench[] = [millions];
export default benches;
