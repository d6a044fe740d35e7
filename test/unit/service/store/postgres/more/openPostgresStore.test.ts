/** Behaviour of the PostgreSQL store beyond that of every store. */
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { ServiceOptions } from "../../../../../../src/service/serviceOptions.ts";
import { migrations } from "../../../../../../src/service/store/postgres/migrations.ts";
import { postgresStore } from "../../../../../../src/service/store/postgres/openPostgresStore.ts";
import { type PostgresServer, startPostgres } from "../../../../../service/postgresServer.ts";
import { imageRequest } from "../../../../providers/requests.ts";
import { completed, task } from "../../storedTasks.ts";
import { opener } from "../../storeKinds.ts";

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
}, 300_000);
afterAll(() => postgres?.close());

const open = (database: string, options?: ServiceOptions) => opener(undefined, postgresStore(database))(options);

async function query(database: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

test("services that start at the same time on an empty database create its tables once", async () => {
  const database = await postgres.createDatabase();
  const stores = await Promise.all([open(database), open(database), open(database)]);
  await stores[0]?.tasks.insert(task, imageRequest());
  expect(await stores[2]?.tasks.get(task.id)).toEqual(task);
});

test.each([
  [40 * 24 * 3600_000, "3456000.0 s ahead of"],
  [-600_000, "600.0 s behind"],
])("a service whose clock differs by %d ms uses the database's time, and says so", async (difference, described) => {
  const database = await postgres.createDatabase();
  const lines: string[] = [];
  const { now } = Date;
  const wrong = vi.spyOn(Date, "now").mockImplementation(() => now() + difference);
  onTestFinished(() => wrong.mockRestore());
  const store = await opener(undefined, postgresStore(database))({ keys: ["k"], rate: 1, log: (line) => lines.push(line) });
  expect(Math.abs(store.clock.now() - now())).toBeLessThan(5000);
  const [start = "", ...rest] = described.split(" ");
  expect(lines).toEqual([expect.stringContaining(`this machine's clock is ${start.slice(0, 3)}`)]);
  expect(lines[0]).toContain(`${rest.join(" ")} the database's, which is used`);
  await store.accounts.countRequest({ account: "account-1", name: "account-1" });
  wrong.mockRestore();
  const right = await open(database, { keys: ["k"], rate: 1 });
  const refused = right.accounts.countRequest({ account: "account-1", name: "account-1" });
  await expect(refused).rejects.toMatchObject({ headers: { "retry-after": expect.stringMatching(/^(?:[1-9]|[1-5]\d|60)$/) } });
});

test("a database of a newer version is refused and not changed", async () => {
  const database = await postgres.createDatabase();
  await (await open(database)).close();
  await query(database, "UPDATE generation_service.version SET number = 1000");
  await expect(open(database)).rejects.toThrow(
    `The database cannot be used: it was written by a newer version (schema 1000, known: ${migrations.length}).`,
  );
});

test("a database of the first version keeps its tasks", async () => {
  const database = await postgres.createDatabase();
  const [first = ""] = migrations;
  const schema = "CREATE SCHEMA generation_service; SET search_path = generation_service; CREATE TABLE version (number integer NOT NULL);";
  await query(database, `${schema} INSERT INTO version VALUES (1); ${first}`);
  const { tasks, accounts } = await open(database);
  await tasks.insert(task, imageRequest());
  await tasks.finish(task.id, completed([], 1_000_000));
  expect(await accounts.usage(task.account, "2000-01-01")).toMatchObject([{ tasks: 1, balance: 999_000_000 }]);
});

test("two services on one database have the same secrets, which become invalid with the key", async () => {
  const database = await postgres.createDatabase();
  const [first, second] = [await open(database), await open(database)];
  const before = await first.accounts.find("account-1");
  expect(await second.accounts.find("account-1")).toEqual(before);
  await open(database, { keys: ["another"] });
  expect((await first.accounts.find("account-1"))?.secret).not.toEqual(before?.secret);
  await query(database, "UPDATE generation_service.accounts SET key_hash = NULL");
  expect(await second.accounts.find("account-1")).toBeUndefined();
});

test("a task that cannot be read fails, and does not hold up those that are taken over with it", async () => {
  const database = await postgres.createDatabase();
  const [first, second] = [await open(database), await open(database)];
  for (const id of ["img_1", "img_2", "img_3", "img_4"]) await first.tasks.insert({ ...task, id, createdAt: Date.now() }, imageRequest());
  await query(database, "UPDATE generation_service.tasks SET request = '\\xff0f6f' WHERE id = 'img_1'");
  await query(database, "UPDATE generation_service.tasks SET echo = '\\x00' WHERE id = 'img_2'");
  await query(database, "UPDATE generation_service.tasks SET sent = '\\x' WHERE id = 'img_3'");
  await first.close();
  expect((await second.tasks.claimAll()).map((claimed) => claimed.task.id)).toEqual(["img_4"]);
  const error = { code: "api_error", message: "What is stored of this task cannot be read." };
  expect((await second.tasks.list(task.account, 10)).map(({ status }) => status)).toEqual(["pending", "failed", "failed", "failed"]);
  for (const id of ["img_1", "img_2", "img_3"]) {
    expect(await second.tasks.get(id)).toMatchObject({ status: "failed", error });
    expect(await second.tasks.delete(id)).toBe(true);
  }
  expect(await second.tasks.claimAll()).toEqual([]);
});

test.each([
  [["a", "b"], ["b"], { a: undefined, b: "account-1" }],
  [["a", "b"], ["b", "a"], { a: "account-2", b: "account-1" }],
  [["a", "b", "c"], ["c", "d"], { a: undefined, b: undefined, c: "account-1", d: "account-2" }],
  [["a", "b"], ["a"], { a: "account-1", b: undefined }],
  [["a"], [], { a: "account-1" }],
])("after the keys %j, %j replace them by position", async (before, after, expected) => {
  const database = await postgres.createDatabase();
  await (await open(database, { keys: before })).close();
  const { accounts } = await open(database, { keys: after });
  for (const [key, account] of Object.entries(expected)) expect((await accounts.authenticate(`Bearer ${key}`))?.account).toBe(account);
});

test("an unreachable database is reported with a sentence and without the password", async () => {
  const error = await open("postgres://ada:secret@127.0.0.1:1/none").catch((thrown: unknown) => thrown);
  expect(String(error)).toMatch(/The database cannot be used: connect ECONNREFUSED/);
  expect(String(error)).not.toContain("secret");
});

test("after an outage of the database, services keep their tasks, and none takes them over", async () => {
  const database = await postgres.createDatabase();
  const [first, second] = [await open(database), await open(database)];
  await first.tasks.insert(task, imageRequest());
  await postgres.crash();
  await expect.poll(() => first.tasks.get(task.id).catch(() => undefined)).toEqual(task);
  expect(await second.tasks.claimAll()).toEqual([]);
  expect(await first.tasks.finish(task.id, completed())).toBe(true);
});

test("a service that starts right after the database takes over no earlier tasks", async () => {
  const database = await postgres.createDatabase();
  const first = await open(database);
  await first.tasks.insert(task, imageRequest());
  await first.close();
  await postgres.crash();
  const second = await open(database);
  await second.tasks.insert({ ...task, id: "img_2", createdAt: Date.now() }, imageRequest());
  await second.close();
  const third = await open(database);
  expect((await third.tasks.claimAll()).map(({ task: { id } }) => id)).toEqual(["img_2"]);
  expect(await third.tasks.claim(task.id)).toBeUndefined();
});

test("after an outage of the database, waiting tasks can be claimed at once, and those of another service only later", async () => {
  const database = await postgres.createDatabase();
  const [first, second] = [await open(database), await open(database)];
  await first.tasks.insert(task, imageRequest());
  await first.tasks.insert({ ...task, id: "img_2" }, imageRequest(), { isQueued: true });
  await postgres.crash();
  await expect.poll(() => second.tasks.get(task.id).catch(() => undefined)).toEqual(task);
  await first.close();
  expect(await second.tasks.claim(task.id)).toBeUndefined();
  expect(await second.tasks.claim("img_2")).toMatchObject({ task: { id: "img_2" } });
});

test("a folder that cannot be used ends the service and all its connections", async () => {
  const database = await postgres.createDatabase();
  await expect(open(database, { files: "/dev/null/files" })).rejects.toThrow("The folder of files cannot be used");
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const others = async () =>
    (await client.query("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")).rowCount;
  await expect.poll(others).toBe(0);
  await client.end();
});

test("a task in the queue has no owner until a service claims it", async () => {
  const database = await postgres.createDatabase();
  const [first, second] = [await open(database), await open(database)];
  await first.tasks.insert(task, imageRequest(), { isQueued: true });
  expect(await second.tasks.claimAll()).toEqual([]);
  const claims = await Promise.all([first.tasks.claim(task.id), second.tasks.claim(task.id)]);
  expect(claims.filter((claimed) => claimed !== undefined)).toHaveLength(1);
});
