/** Writing results to a locked or full database. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { createTaskStore } from "../../../../src/service/store/createTaskStore.ts";
import { openServiceDatabase } from "../../../../src/service/store/sqlite/serviceDatabase.ts";
import { createSqliteRecords } from "../../../../src/service/store/sqlite/sqliteRecords.ts";
import { createSqliteRepeats } from "../../../../src/service/store/sqlite/sqliteRepeats.ts";
import type { Patience } from "../../../../src/service/work/untilWritten.ts";
import { writeOutcome } from "../../../../src/service/work/untilWritten.ts";
import { openOwner } from "../../../../src/sqlite/owner.ts";
import { imageRequest } from "../../providers/requests.ts";
import { completed, imageFile, task } from "../store/storedTasks.ts";

const outcome = completed([imageFile("token", new Uint8Array(100_000))]);

/** A store on a disk, with an accepted task. */
async function open() {
  const folder = mkdtempSync(join(tmpdir(), "generation-studio-service-"));
  const { database, close } = await openServiceDatabase(folder);
  // SQLite does not wait for a lock: `writeOutcome` repeats the write.
  database.exec("PRAGMA busy_timeout = 0");
  database.exec("INSERT INTO accounts (id, balance) VALUES ('account-1', 1)");
  const store = createTaskStore(
    createSqliteRecords(database, openOwner(undefined), { now: Date.now }),
    createSqliteRepeats(database, { now: Date.now }),
    undefined,
  );
  await store.insert(task, imageRequest());
  onTestFinished(() => {
    close();
    rmSync(folder, { recursive: true });
  });
  return { database, store, path: join(folder, "generation-service.db") };
}

/** Writes with short waits; `refused` resolves with the first error. */
function write(store: Awaited<ReturnType<typeof open>>["store"], attempts = Number.POSITIVE_INFINITY, controller = new AbortController()) {
  const patience: Patience = { firstWait: 1, longestWait: 5, attempts };
  const { promise: refused, resolve: log } = Promise.withResolvers<string>();
  return { refused, written: writeOutcome(store, task.id, outcome, { signal: controller.signal, log, patience }) };
}

/** Limits the database to its current pages: SQLite then returns the same error as on a full disk. */
function fill(database: DatabaseSync): void {
  const pages = Number(database.prepare("PRAGMA page_count").get()?.page_count);
  database.exec(`PRAGMA max_page_count = ${pages}`);
}

test("a database locked by another program gets the result when it is unlocked", async () => {
  const { store, path } = await open();
  const other = new DatabaseSync(path);
  other.exec("BEGIN IMMEDIATE");
  const { written, refused } = write(store);
  expect(await refused).toContain("locked");
  expect((await store.get(task.id))?.status).toBe("pending");
  other.close();
  expect((await written).status).toBe("completed");
  expect((await store.get(task.id))?.status).toBe("completed");
});

test("a full disk gets the result when there is space again", async () => {
  const { database, store } = await open();
  fill(database);
  const { written, refused } = write(store);
  expect(await refused).toContain("full");
  database.exec("PRAGMA max_page_count = 100000");
  expect((await written).status).toBe("completed");
  expect(await store.findFile("token")).toMatchObject({ size: 100_000 });
});

test("a disk that stays full makes the task fail without costs", async () => {
  const { database, store } = await open();
  fill(database);
  const stored = await write(store, 3).written;
  expect(stored).toMatchObject({ status: "failed", cost: 0 });
  expect(await store.get(task.id)).toMatchObject({ status: "failed", error: { code: "api_error" }, files: [] });
});

test("a task that is deleted during the attempts is not found, and closing the service ends them", async () => {
  const { store, path } = await open();
  const other = new DatabaseSync(path);
  other.exec("BEGIN IMMEDIATE");
  const controller = new AbortController();
  const ended = write(store, 100, controller);
  await ended.refused;
  controller.abort();
  await expect(ended.written).rejects.toThrow("aborted");
  other.close();
  expect((await store.get(task.id))?.status).toBe("pending");
  await store.delete(task.id);
  await expect(write(store).written).rejects.toMatchObject({ code: "not_found" });
});
