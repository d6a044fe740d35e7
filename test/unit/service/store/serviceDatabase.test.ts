/** A database of an earlier version keeps its tasks; one of a newer version is refused. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { completeOptions } from "../../../../src/service/serviceOptions.ts";
import { openStore } from "../../../../src/service/store/openStore.ts";
import { openServiceDatabase, serviceDatabase } from "../../../../src/service/store/sqlite/serviceDatabase.ts";
import { imageRequest } from "../../providers/requests.ts";
import { task } from "./storedTasks.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "generation-studio-store-"));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

function writeDatabase(statements: string): void {
  const database = new DatabaseSync(path.join(folder, "generation-service.db"));
  database.exec(statements);
  database.close();
}

test("tasks and accounts of the first version are kept, with the demo as the tasks' provider", async () => {
  writeDatabase(`
    CREATE TABLE accounts (id TEXT PRIMARY KEY, key TEXT, balance INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    INSERT INTO accounts VALUES ('account-1', 'key', 5);
    CREATE TABLE tasks (
      id TEXT PRIMARY KEY, account TEXT NOT NULL, owner TEXT NOT NULL, endpoint TEXT NOT NULL, kind TEXT NOT NULL, model TEXT NOT NULL,
      status TEXT NOT NULL, created_at INTEGER NOT NULL, finished_at INTEGER, request BLOB, echo BLOB, result BLOB, usage BLOB,
      cost INTEGER NOT NULL DEFAULT 0, error_code TEXT, error_message TEXT
    ) STRICT, WITHOUT ROWID;
    INSERT INTO tasks (id, account, owner, endpoint, kind, model, status, created_at)
      VALUES ('task-1', 'account', 'owner', 'images', 'image', 'demo-image', 'completed', 1700000000);
    CREATE TABLE files (
      token TEXT PRIMARY KEY, task TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE, name TEXT NOT NULL, media_type TEXT NOT NULL,
      format TEXT NOT NULL, size INTEGER NOT NULL, bytes BLOB
    ) STRICT;
    INSERT INTO files VALUES ('large', 'task-1', 'a.png', 'image/png', 'png', 3000000, zeroblob(3000000));
    INSERT INTO files VALUES ('huge', 'task-1', 'b.png', 'image/png', 'png', 4000000000, NULL);
    PRAGMA user_version = 1;
  `);
  const { database, close } = await openServiceDatabase(folder);
  expect(database.prepare("SELECT id, model, provider, error_param, sent FROM tasks").all()).toEqual([
    { id: "task-1", model: "demo-image", provider: "demo", error_param: null, sent: null },
  ]);
  expect(database.prepare("SELECT * FROM accounts").all()).toEqual([{ id: "account-1", key: "key", balance: 5, bonus: 0, referral: 0 }]);
  expect(database.prepare("PRAGMA user_version").get()).toEqual({ user_version: serviceDatabase.migrations.length });
  close();
  // Files of the first version are still read from the database.
  const settings = completeOptions({ clock: { now: () => 1_700_000_001 } });
  const { tasks, close: closeStore } = await openStore({ data: folder, files: undefined, keys: [], log: undefined, settings });
  const [large, huge] = [await tasks.findFile("large"), await tasks.findFile("huge")];
  expect(large).toMatchObject({ isFiller: false, location: undefined });
  expect(huge).toMatchObject({ isFiller: true, size: 4_000_000_000 });
  if (large) expect((await buffer(tasks.read(large, 0, large.size))).equals(Buffer.alloc(3_000_000))).toBe(true);
  await closeStore();
});

test("a database of a newer version is refused and not changed", async () => {
  writeDatabase("CREATE TABLE later (id TEXT); PRAGMA user_version = 99;");
  await expect(openServiceDatabase(folder)).rejects.toMatchObject({ kind: "newer" });
  const database = new DatabaseSync(path.join(folder, "generation-service.db"));
  expect(database.prepare("SELECT name FROM sqlite_schema").all()).toEqual([{ name: "later" }]);
  database.close();
});

test("a task that cannot be read fails, and does not hold up those that are taken over with it", async () => {
  const open = () => openStore({ data: folder, files: undefined, keys: ["key"], settings: completeOptions({}), log: undefined });
  const first = await open();
  for (const id of ["img_1", "img_2", "img_3", "img_4"]) await first.tasks.insert({ ...task, id }, imageRequest());
  await first.close();
  writeDatabase(`
    UPDATE tasks SET request = x'ff0f6f' WHERE id = 'img_1';
    UPDATE tasks SET echo = x'00' WHERE id = 'img_2';
    UPDATE tasks SET sent = x'' WHERE id = 'img_3';
  `);
  const { tasks, close } = await open();
  expect((await tasks.claimAll()).map((claimed) => claimed.task.id)).toEqual(["img_4"]);
  expect((await tasks.list(task.account, 10)).map(({ status }) => status)).toEqual(["pending", "failed", "failed", "failed"]);
  expect(await tasks.get("img_2")).toMatchObject({ error: { message: "What is stored of this task cannot be read." } });
  for (const id of ["img_1", "img_2", "img_3"]) expect(await tasks.delete(id)).toBe(true);
  await close();
});
