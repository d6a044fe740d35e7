/** Databases that several processes begin at the same moment, and one that nobody lets go of. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { openSharedDatabase } from "../../../src/sqlite/openSharedDatabase.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "generation-studio-sqlite-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

/** Milliseconds until every process has loaded its modules. */
const startMilliseconds = 2000;

test.each(["conversations", "journal", "service"])(
  "several processes that begin the same %s all get them",
  { timeout: 60_000 },
  async (name) => {
    const script = join(import.meta.dirname, "beginDatabase.ts");
    const values = [script, name, folder, String(Date.now() + startMilliseconds), "20"];
    const runs = Array.from({ length: 4 }, () => promisify(execFile)(process.execPath, values));
    const outcomes = await Promise.allSettled(runs);
    expect(outcomes.map((outcome) => (outcome.status === "rejected" ? String(outcome.reason) : "begun"))).toEqual(Array(4).fill("begun"));
  },
);

test("what prepares the database may refuse it, and leaves it closed", async () => {
  const path = join(folder, "refused.db");
  const refuse = (database: DatabaseSync) => {
    database.exec("CREATE TABLE things (id)");
    throw new Error("of another version");
  };
  expect(() => openSharedDatabase(path, "", refuse)).toThrow("of another version");
  const alone = new DatabaseSync(path);
  alone.exec("PRAGMA locking_mode = EXCLUSIVE; DROP TABLE things");
  alone.close();
});
