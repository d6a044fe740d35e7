/** Journals of other versions, and damaged ones. */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { Journal } from "../../../src/tasks/journal.ts";
import { migrations } from "../../../src/tasks/journalSchema.ts";
import { openDatabase } from "../../../src/tasks/openDatabase.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

/** Polls, processes and disks take their time on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

const next = "ALTER TABLE balances ADD COLUMN told_at INTEGER";

async function journalPath(): Promise<string> {
  return join(await temporaryFolder(), "tasks.sqlite");
}

describe("a journal of another version", () => {
  test("is migrated forward with everything in it", async () => {
    const path = await journalPath();
    const old = openDatabase(path, migrations.slice(0, 1)).database;
    old.exec("INSERT INTO balances (base_url, balance) VALUES ('http://127.0.0.1', '{}')");
    old.close();
    const { database, notice } = openDatabase(path, [...migrations, next]);
    expect(database.prepare("SELECT * FROM balances").all()).toMatchObject([{ base_url: "http://127.0.0.1", told_at: null }]);
    expect(database.prepare("PRAGMA user_version").get()).toMatchObject({ user_version: migrations.length + 1 });
    expect(notice).toBeUndefined();
    database.close();
  });

  test("of the first version keeps its tasks readable", async () => {
    const path = await journalPath();
    const old = openDatabase(path, migrations.slice(0, 1)).database;
    const request = { interface: "v2", kind: "text", body: { ai: { model: "writer" }, content: [] } };
    old
      .prepare(
        "INSERT INTO tasks VALUES ('1', 'id-1', 'http://127.0.0.1', 'writer', 'text', 'Hi', '/out', '{slug}', '{}', 'stopped', NULL, 1, 2, 3, NULL, NULL, NULL, NULL, ?)",
      )
      .run(JSON.stringify(request));
    old.close();
    const journal = new Journal(path, undefined);
    expect(journal.tasks.get("1")).toMatchObject({ interface: "v2", kind: "text", request, state: "stopped", acceptedAt: 2 });
    journal.close();
  });

  test("stays as it was when the migration fails", async () => {
    const path = await journalPath();
    openDatabase(path).database.close();
    expect(() => openDatabase(path, [...migrations, `${next}; SELECT no_such_function()`])).toThrow(
      expect.objectContaining({ kind: "unusable" }),
    );
    const { database } = openDatabase(path);
    expect(database.prepare("SELECT * FROM pragma_table_info('balances')").all()).toHaveLength(2);
    database.close();
  });

  test("that is newer is not touched", async () => {
    const path = await journalPath();
    openDatabase(path, [...migrations, next]).database.close();
    const before = readFileSync(path);
    expect(() => openDatabase(path)).toThrow(expect.objectContaining({ kind: "newer" }));
    expect(readFileSync(path)).toEqual(before);
  });
});

describe("a damaged journal", () => {
  test.each<[string, (path: string) => void]>([
    ["that is no database at all", (path) => writeFileSync(path, "not a database, but long enough to be taken for one".repeat(40))],
    [
      "with overwritten pages",
      (path) => {
        const database = openDatabase(path).database;
        database.exec("BEGIN");
        for (let count = 0; count < 200; count += 1)
          database.exec(`INSERT INTO balances VALUES ('service ${count}', '${"x".repeat(200)}')`);
        database.exec("COMMIT");
        database.close();
        const bytes = readFileSync(path);
        bytes.fill(0xa5, 8192, bytes.length - 4096);
        writeFileSync(path, bytes);
      },
    ],
  ])("%s is set aside under a new name, with a message, and a new one begins", async (_, damage) => {
    const path = await journalPath();
    damage(path);
    const damaged = readFileSync(path);
    const { database, notice } = openDatabase(path);
    expect(database.prepare("SELECT count(*) AS count FROM tasks").get()).toMatchObject({ count: 0 });
    database.close();
    const kept = readdirSync(join(path, "..")).find((name) => name.startsWith("tasks-damaged-") && name.endsWith(".sqlite")) ?? "";
    expect(notice).toContain(kept);
    expect(readFileSync(join(path, "..", kept))).toEqual(damaged);
    expect(openDatabase(path).notice).toBeUndefined();
  });
});

describe("processes that open a journal at the same moment", () => {
  const startMilliseconds = 1500;

  async function openAtOnce(path: string): Promise<(string | null)[]> {
    const at = String(Date.now() + startMilliseconds);
    const script = join(import.meta.dirname, "openJournal.ts");
    const outputs = Array.from({ length: 4 }, () => promisify(execFile)(process.execPath, [script, path, at]));
    const read = z.object({ notice: z.nullable(z.string()) });
    return (await Promise.all(outputs)).map(({ stdout }) => read.parse(JSON.parse(stdout)).notice);
  }

  test("all get it, where there was none", async () => {
    expect(await openAtOnce(await journalPath())).toEqual([null, null, null, null]);
  });

  test("set a damaged one aside once", async () => {
    const path = await journalPath();
    writeFileSync(path, "not a database, but long enough to be taken for one".repeat(40));
    const notices = await openAtOnce(path);
    expect(notices.filter((notice) => notice !== null)).toHaveLength(1);
    expect(readdirSync(join(path, "..")).filter((name) => name.startsWith("tasks-damaged-"))).toHaveLength(1);
  });
});
