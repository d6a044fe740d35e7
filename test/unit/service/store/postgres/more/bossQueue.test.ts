/** The queue of several services on one database. */
import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { defaultWorkers } from "../../../../../../src/service/queue/taskQueue.ts";
import { openBossQueue } from "../../../../../../src/service/store/postgres/bossQueue.ts";
import { type PostgresServer, startPostgres } from "../../../../../service/postgresServer.ts";

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
}, 300_000);
afterAll(() => postgres?.close());

async function open(database: string) {
  const queue = await openBossQueue(database, defaultWorkers, undefined);
  onTestFinished(() => queue.close());
  return queue;
}

test("the hourly work is done by one service at a time, and by the next when that one has ended", async () => {
  const database = await postgres.createDatabase();
  const queues = [await open(database), await open(database), await open(database)];
  const gate = Promise.withResolvers<void>();
  const done: number[] = [];
  for (const [index, queue] of queues.entries()) {
    await queue.startHourly(async () => {
      done.push(index);
      await gate.promise;
    });
  }
  const client = new PgBoss({ connectionString: database, schema: "generation_service_queue", supervise: false, schedule: false });
  await client.start();
  onTestFinished(() => client.stop());
  expect(await client.getSchedules()).toMatchObject([{ name: "hourly", cron: "0 * * * *" }]);
  expect(await client.send("hourly")).toEqual(expect.any(String));
  await expect.poll(() => done).toHaveLength(1);
  expect(await client.send("hourly")).toBeNull();
  gate.resolve();
  await queues[done[0] ?? 0]?.stop();
  await expect.poll(() => client.send("hourly")).toEqual(expect.any(String));
  await expect.poll(() => done).toHaveLength(2);
  expect(done[1]).not.toBe(done[0]);
});
