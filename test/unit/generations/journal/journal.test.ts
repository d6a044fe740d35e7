/** Journals of the first version, and a journal that several processes open. */
import { execFile } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { Journal } from "../../../../src/generations/journal/journal.ts";
import { journalSchema } from "../../../../src/generations/journal/journalSchema.ts";
import { makeTaskKey } from "../../../../src/generations/taskKey.ts";
import { openDatabase } from "../../../../src/sqlite/openDatabase.ts";
import { temporaryFolder } from "../temporaryFolder.ts";

/** Polls, processes and disks are slow on a busy machine. */
vi.setConfig({ testTimeout: 180_000 });

async function journalPath(): Promise<string> {
  return join(await temporaryFolder(), "tasks.sqlite");
}

test("a journal of the first version keeps its tasks readable", async () => {
  const path = await journalPath();
  const old = await openDatabase(
    path,
    { ...journalSchema, migrations: journalSchema.migrations.slice(0, 1) },
    { synchronous: "NORMAL", busyMilliseconds: 25 },
  );
  const request = { interface: "v2", kind: "text", body: { ai: { model: "writer" }, content: [] } };
  old.database
    .prepare(
      "INSERT INTO tasks VALUES ('1', 'id-1', 'http://127.0.0.1', 'writer', 'text', 'Hi', '/out', '{slug}', '{}', 'stopped', NULL, 1, 2, 3, NULL, NULL, NULL, NULL, ?)",
    )
    .run(JSON.stringify(request));
  old.close();
  const journal = await Journal.open(path, undefined);
  expect(journal.tasks.get("1")).toMatchObject({ interface: "v2", kind: "text", request, state: "stopped", acceptedAt: 2 });
  await journal.close();
});

test("a journal that knows no reservations keeps its costs, also those of tasks that are removed now", async () => {
  const path = await journalPath();
  const before = journalSchema.migrations.findIndex((sql) => sql.includes("CREATE TABLE reservations"));
  const old = await openDatabase(
    path,
    { ...journalSchema, migrations: journalSchema.migrations.slice(0, before) },
    { synchronous: "NORMAL", busyMilliseconds: 25 },
  );
  const now = Date.now();
  old.database.prepare("INSERT INTO other_costs VALUES ('resp_1', ?, 0.25, '$')").run(now);
  const columns = "key, base_url, interface, model, kind, prompt, folder, pattern, origin, state, created_at, cost";
  old.database
    .prepare(
      `INSERT INTO tasks (${columns}) VALUES ('1', 'x', 'v2', 'painter', 'image', 'A fox', '/out', '', '{}', 'saved', ?, '{"amount":0.5}')`,
    )
    .run(now);
  old.close();
  const journal = await Journal.open(path, undefined);
  expect(journal.costs.spent(now - 1, "$")).toBe(0.75);
  await journal.write(() => journal.tasks.remove("1"));
  expect([journal.costs.spent(now - 1, "$"), journal.costs.sum(0)]).toEqual([
    0.75,
    [
      { amount: 0.5, unit: undefined },
      { amount: 0.25, unit: "$" },
    ],
  ]);
  await journal.close();
});

test("a journal with tables for answers keeps them, what they cost and what they may cost", async () => {
  const path = await journalPath();
  const before = journalSchema.migrations.findIndex((sql) => sql.includes("DROP TABLE reservations"));
  const old = await openDatabase(
    path,
    { ...journalSchema, migrations: journalSchema.migrations.slice(0, before) },
    { synchronous: "NORMAL", busyMilliseconds: 25 },
  );
  const now = Date.now();
  const service = "https://a.example";
  old.database.exec(`
    INSERT INTO answers VALUES ('${makeTaskKey(now)}', 'resp_1', '${service}', '{"document":"a.md"}', 'dead'),
      ('${makeTaskKey(now)}', NULL, '${service}', '{"document":"b.md"}', 'dead'),
      ('${makeTaskKey(now)}', 'resp_3', '${service}', '{"document":"c.md"}', 'user');
    INSERT INTO reservations VALUES ('r1', NULL, ${now}, '${service}', 'text', 'writer', 1, 0.5, '$', 'resp_4'),
      ('r2', 'dead', ${now}, '${service}', 'text', 'writer', 0, 8, '$', NULL);
    INSERT INTO other_costs (source, at, amount, unit, base_url, kind, model, is_agents) VALUES
      ('resp_5', ${now}, 0.25, '$', '${service}', 'text', 'writer', 1), ('removed', ${now}, 2, '$', NULL, NULL, NULL, 0);
  `);
  old.close();
  const journal = await Journal.open(path, undefined);
  const { answers, costs, tasks } = journal;
  expect(answers.left().map(({ id, origin }) => [id, origin])).toEqual([
    ["resp_1", { document: "a.md" }],
    [undefined, { document: "b.md" }],
  ]);
  expect(answers.aside()).toMatchObject([{ id: "resp_3", origin: { document: "c.md" } }]);
  expect([costs.spent(now - 1, "$"), costs.ofAgents(now - 1, "$"), costs.sum(0)]).toEqual([
    2.75,
    { amount: 0.75, unknown: 0 },
    [{ amount: 2.25, unit: "$" }],
  ]);
  expect(costs.newest(service, "text", "writer", 9, "$")).toEqual([0.25]);
  // The cost of an answer that is fetched later replaces what it might have cost.
  await answers.addCost("resp_4", now, { amount: 0.1, unit: "$" });
  expect(costs.spent(now - 1, "$")).toBe(2.35);
  // They are not listed.
  expect([tasks.count({}), tasks.list({}), tasks.hasUnsettled()]).toEqual([0, [], false]);
  await journal.close();
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

  test("all open the same new one", async () => {
    expect(await openAtOnce(await journalPath())).toEqual([null, null, null, null]);
  });

  test("move a damaged one once", async () => {
    const path = await journalPath();
    writeFileSync(path, "not a database, but long enough to be taken for one".repeat(40));
    const notices = await openAtOnce(path);
    expect(notices.filter((notice) => notice !== null)).toHaveLength(1);
    expect(readdirSync(join(path, "..")).filter((name) => name.startsWith("tasks-damaged-"))).toHaveLength(1);
  });
});
