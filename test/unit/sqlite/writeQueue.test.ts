/** Writes to a database that another connection locks. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { WriteQueue } from "../../../src/sqlite/writeQueue.ts";

test("writes that wait for a lock are made in order, and later ones after them", async () => {
  const folder = await mkdtemp(join(tmpdir(), "generation-studio-writes-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const path = join(folder, "things.sqlite");
  const database = new DatabaseSync(path, { timeout: 0 });
  onTestFinished(() => database.close());
  database.exec("PRAGMA journal_mode = WAL; CREATE TABLE things (id TEXT) STRICT");
  const insert = database.prepare("INSERT INTO things (id) VALUES (?)");
  const list = () => database.prepare("SELECT id FROM things ORDER BY rowid").all();
  const queue = new WriteQueue();
  const add = (id: string) => queue.write(() => void insert.run(id));

  const other = new DatabaseSync(path);
  onTestFinished(() => other.close());
  other.exec("BEGIN IMMEDIATE");
  const writes = ["a", "b", "c"].map(add);
  expect(list()).toEqual([]);
  other.exec("COMMIT");
  // The lock has been released, but earlier writes are still waiting.
  writes.push(add("d"));
  expect(list()).toEqual([]);
  await Promise.all(writes);
  expect(list()).toEqual([{ id: "a" }, { id: "b" }, { id: "c" }, { id: "d" }]);
});
