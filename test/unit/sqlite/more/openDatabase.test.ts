/** Creating a database in several processes, migrating one, and opening one that cannot be used. */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { openConversationStore } from "../../../../src/conversations/conversationStore.ts";
import { Journal } from "../../../../src/generations/journal/journal.ts";
import { startService } from "../../../../src/service/startService.ts";
import type { DatabaseSchema } from "../../../../src/sqlite/databaseSchema.ts";
import { type DatabaseOptions, openDatabase } from "../../../../src/sqlite/openDatabase.ts";

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "generation-studio-sqlite-"));
  path = join(folder, "things.sqlite");
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
});

const options: DatabaseOptions = { synchronous: "NORMAL", busyMilliseconds: 25 };
const first: DatabaseSchema = {
  name: "The list of things",
  content: { table: "things", plural: "Things" },
  migrations: ["CREATE TABLE things (id TEXT PRIMARY KEY, size INTEGER NOT NULL) STRICT"],
};
const next: DatabaseSchema = { ...first, migrations: [...first.migrations, "ALTER TABLE things ADD COLUMN color TEXT"] };

/** Milliseconds until every process has loaded its modules. */
const startMilliseconds = 2000;

test.each(["conversations", "journal", "service"])(
  "several processes that begin the same %s all get them",
  { timeout: 180_000 },
  async (name) => {
    const script = join(import.meta.dirname, "../beginDatabase.ts");
    const values = [script, name, folder, String(Date.now() + startMilliseconds), "20"];
    const runs = Array.from({ length: 4 }, () => promisify(execFile)(process.execPath, values));
    const outcomes = await Promise.allSettled(runs);
    expect(outcomes.map((outcome) => (outcome.status === "rejected" ? String(outcome.reason) : "begun"))).toEqual(Array(4).fill("begun"));
  },
);

describe("a database of another version", () => {
  async function begin(schema: DatabaseSchema): Promise<void> {
    const opened = await openDatabase(path, schema, options);
    opened.database.exec("INSERT INTO things (id, size) VALUES ('one', 1)");
    opened.close();
  }

  test("is migrated with all its data", async () => {
    await begin(first);
    const { database, notice, close } = await openDatabase(path, next, options);
    expect(database.prepare("SELECT * FROM things").all()).toEqual([{ id: "one", size: 1, color: null }]);
    expect(database.prepare("PRAGMA user_version").get()).toEqual({ user_version: 2 });
    expect(notice).toBeUndefined();
    close();
  });

  test("is unchanged if the migration fails", async () => {
    await begin(first);
    const broken = { ...first, migrations: [...next.migrations, "DELETE FROM things; SELECT no_such_function()"] };
    await expect(openDatabase(path, broken, options)).rejects.toMatchObject({ kind: "unusable" });
    const { database, close } = await openDatabase(path, first, options);
    expect(database.prepare("SELECT * FROM things").all()).toEqual([{ id: "one", size: 1 }]);
    close();
  });

  test("that is newer is not changed", async () => {
    await begin(next);
    const before = readFileSync(path);
    await expect(openDatabase(path, first, options)).rejects.toMatchObject({ kind: "newer" });
    expect(readFileSync(path)).toEqual(before);
  });

  test("that is newer and damaged is not changed either", async () => {
    await begin(next);
    const bytes = readFileSync(path).fill(0xa5, 4096);
    writeFileSync(path, bytes);
    await expect(openDatabase(path, first, options)).rejects.toMatchObject({ kind: "newer" });
    expect(readFileSync(path)).toEqual(bytes);
  });
});

test.each([
  ["journal", "tasks.sqlite", (at: string) => Journal.open(join(at, "tasks.sqlite"), undefined)],
  ["conversations", "conversations.db", openConversationStore],
  ["service", "generation-service.db", (at: string) => startService({ data: at })],
])("the %s is closed when the lock file of its owner cannot be created", async (_, name, open) => {
  writeFileSync(join(folder, "running"), "no folder");
  await expect(open(folder)).rejects.toThrow("running");
  const alone = new DatabaseSync(join(folder, name));
  alone.exec("PRAGMA locking_mode = EXCLUSIVE; CREATE TABLE mine (id)");
  alone.close();
});

test("a new database appears with all its tables, readable only by its user, and leaves no other file", async () => {
  const { close } = await openDatabase(path, next, options);
  close();
  expect(readdirSync(folder).sort()).toEqual(["running", "things.sqlite", "things.sqlite.lock"]);
  if (process.platform !== "win32") {
    const { mode } = statSync(path);
    expect(mode & 0o777).toBe(0o600);
  }
});

test("a folder with the file's name makes the database unusable", async () => {
  await mkdir(path);
  await expect(openDatabase(path, first, options)).rejects.toMatchObject({ kind: "unusable", name: "DatabaseError" });
});
