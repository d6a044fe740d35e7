/** What PostgreSQL's store does beyond what every store does. */
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { completeOptions } from "../../../../../src/service/serviceOptions.ts";
import type { OpenedStore } from "../../../../../src/service/store/openedStore.ts";
import { postgresStore } from "../../../../../src/service/store/postgres/openPostgresStore.ts";
import { type PostgresServer, startPostgres } from "../../../../service/postgresServer.ts";
import { imageRequest } from "../../../providers/requests.ts";
import { completed, task } from "../storedTasks.ts";

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
}, 300_000);
afterAll(() => postgres?.close());

async function open(database: string): Promise<OpenedStore> {
  const settings = completeOptions({});
  const store = await postgresStore(database)({ data: undefined, files: undefined, keys: ["key"], settings, log: undefined });
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= store.close();
    return closed;
  };
  onTestFinished(close);
  return { ...store, close };
}

async function query(database: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

test("services that begin at the same time on an empty database make its tables once", async () => {
  const database = await postgres.createDatabase();
  const stores = await Promise.all([open(database), open(database), open(database)]);
  await stores[0]?.tasks.insert(task, imageRequest());
  expect(await stores[2]?.tasks.get(task.id)).toEqual(task);
});

test("a database of a newer version is refused, and nothing in it is changed", async () => {
  const database = await postgres.createDatabase();
  await (await open(database)).close();
  await query(database, "UPDATE generation_service.version SET number = 1000");
  await expect(open(database)).rejects.toThrow("The database cannot be used: it was written by a newer version (schema 1000, known: 1).");
});

test("a database that cannot be reached is refused with a sentence and without the password", async () => {
  const error = await open("postgres://ada:secret@127.0.0.1:1/none").catch((thrown: unknown) => thrown);
  expect(String(error)).toMatch(/The database cannot be used: connect ECONNREFUSED/);
  expect(String(error)).not.toContain("secret");
});

test("when the database was away, services keep their tasks, and nobody takes them over", async () => {
  const database = await postgres.createDatabase();
  const [first, second] = [await open(database), await open(database)];
  await first.tasks.insert(task, imageRequest());
  await postgres.crash();
  await expect.poll(() => first.tasks.get(task.id).catch(() => undefined)).toEqual(task);
  expect(await second.tasks.claimAll()).toEqual([]);
  expect(await first.tasks.finish(task.id, completed())).toBe(true);
});

test("a task that waits in the queue belongs to nobody, and to the one that claims it", async () => {
  const database = await postgres.createDatabase();
  const [first, second] = [await open(database), await open(database)];
  await first.tasks.insert(task, imageRequest(), true);
  expect(await second.tasks.claimAll()).toEqual([]);
  const claims = await Promise.all([first.tasks.claim(task.id), second.tasks.claim(task.id)]);
  expect(claims.filter((claimed) => claimed !== undefined)).toHaveLength(1);
});
