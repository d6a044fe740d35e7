/** Kills services and their database while clients use them, and reports the outcome of every task. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished } from "vitest";
import type { PostgresServer } from "../service/postgresServer.ts";
import { type AskedTask, forms, readState, stream, submit } from "./clients.ts";
import { configurationOf, openCountingProvider } from "./countingProvider.ts";
import { startTeam } from "./serviceTeam.ts";

export interface ChaosOptions {
  /** Of all kinds. */
  tasks: number;
  /** Answers that are streamed at the same time. */
  streams: number;
  /** Seconds during which everything is submitted and a service is killed every second. */
  seconds: number;
}

const services = 3;
const balance = 1_000_000;
const millionths = 1e6;

/** Fails if a task has no final state, was sent twice, or was not charged exactly once. */
export async function runChaos(postgres: PostgresServer, { tasks, streams, seconds }: ChaosOptions): Promise<void> {
  const provider = await openCountingProvider(100);
  onTestFinished(() => provider.engine.close());
  const folder = await mkdtemp(join(tmpdir(), "generation-studio-chaos-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const configuration = join(folder, "providers.json");
  await writeFile(configuration, configurationOf(provider));
  const database = await postgres.createDatabase();
  const args = ["--database", database, "--files", folder, "--config", configuration, "--key", "key", "--balance", String(balance)];
  const team = await startTeam(services, args);

  const total = tasks + streams;
  const asking = Array.from({ length: total }, async (_, index): Promise<AskedTask> => {
    await sleep((index / total) * seconds * 1000);
    const isStream = index % Math.ceil(total / Math.max(streams, 1)) === 0;
    const form = isStream ? stream : forms[index % forms.length];
    return submit(team.urls, form ?? stream, `task-${index}`);
  });
  const replaced: Promise<void>[] = [];
  let crashed: Promise<void> | undefined;
  for (let second = 1; second <= seconds; second += 1) {
    await sleep(1000);
    // A busy machine takes longer than a second to start a service. At least one has to be running.
    if (team.urls().length > 1) replaced.push(team.replace(second % services));
    if (second === Math.ceil(seconds / 2)) crashed = postgres.crash();
  }
  const submitted = await Promise.all(asking);
  await Promise.all([crashed, ...replaced]);
  expect(submitted.filter(({ type }) => type === "refused")).toEqual([]);

  const query = async (sql: string) => {
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    return (await client.query(sql).finally(() => client.end())).rows;
  };
  const unfinished = "SELECT id, kind, status, owner FROM generation_service.tasks WHERE status IN ('pending', 'processing')";
  await expect
    .poll(() => query(unfinished), { timeout: 120_000, interval: 500 })
    .toEqual([])
    .catch(async (error: unknown) => {
      const locks = await query("SELECT objid, pid, granted FROM pg_locks WHERE locktype = 'advisory'");
      throw new Error(`Tasks are unfinished. Services that run:\n${team.logs()}\nLocks: ${JSON.stringify(locks)}`, { cause: error });
    });

  // Every request that reached the provider reached it once.
  expect([...provider.counts].filter(([, count]) => count > 1)).toEqual([]);
  const accepted = submitted.flatMap((asked) => (asked.type === "accepted" ? [asked] : []));
  const wrong: string[] = [];
  await Promise.all(
    team.urls().map(async (url, member) => {
      for (const { id, prompt, path, isRead } of accepted.filter((_, index) => index % services === member)) {
        const state = await readState(url, path);
        const isExpected = state === "completed" ? provider.counts.get(prompt) === 1 : !isRead && state.includes("may have been billed");
        if (!isExpected) wrong.push(`${id} ${prompt}: ${state}, sent ${provider.counts.get(prompt) ?? 0} times`);
      }
    }),
  );
  expect(wrong).toEqual([]);
  const [stored] = await query(
    `SELECT count(*)::integer AS tasks, sum(cost)::float8 AS cost, count(*) FILTER (WHERE id = ANY ('{${accepted.map(({ id }) => id).join(",")}}'))::integer AS accepted,
       (SELECT balance::float8 FROM generation_service.accounts) AS balance,
       (SELECT sum(cost)::float8 FROM generation_service.usage) AS used, (SELECT sum(tasks)::integer FROM generation_service.usage) AS counted
     FROM generation_service.tasks`,
  );
  expect(stored.accepted).toBe(accepted.length);
  expect(stored.tasks).toBeLessThanOrEqual(submitted.length);
  expect(stored.counted).toBe(stored.tasks);
  expect(stored.used).toBe(stored.cost);
  expect(stored.balance).toBe(balance * millionths - stored.cost);
  expect(stored.cost).toBeGreaterThan(0);
}
