/** Journals of earlier versions, and a journal that several processes open. */
import { execFile } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
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

test("a journal of a version that is not supported any more stays as it is", async () => {
  const path = await journalPath();
  const old = new DatabaseSync(path);
  old.exec("CREATE TABLE tasks (key TEXT PRIMARY KEY); INSERT INTO tasks VALUES ('1'); PRAGMA user_version = 14");
  old.close();
  await expect(Journal.open(path, undefined)).rejects.toMatchObject({ kind: "unusable", message: expect.stringContaining("schema 14") });
  const same = new DatabaseSync(path);
  expect(same.prepare("SELECT key FROM tasks").all()).toEqual([{ key: "1" }]);
  same.close();
});

test("a journal with tables for answers keeps them, what they cost and what they may cost", async () => {
  const path = await journalPath();
  const old = await openDatabase(path, { ...journalSchema, migrations: [] }, { synchronous: "NORMAL", busyMilliseconds: 25 });
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
  const { answers, costs, owners, tasks } = journal;
  const left = () => answers.left().map(({ id, origin }) => [id, origin]);
  // It was put aside without its text, and is offered again once that is fetched.
  expect([left(), answers.aside()]).toEqual([[["resp_3", { document: "c.md" }]], []]);
  expect(owners.list()).toEqual(["dead"]);
  owners.release("dead", now);
  expect(left()).toEqual([
    ["resp_1", { document: "a.md" }],
    [undefined, { document: "b.md" }],
    ["resp_3", { document: "c.md" }],
  ]);
  expect(owners.claim({ baseUrl: service }, "next", 9)).toHaveLength(2);
  expect([costs.spent(now - 1, "$"), costs.ofAgents(now - 1, "$"), costs.sum(0)]).toEqual([
    2.75,
    { amount: 0.75, unknown: 0 },
    [{ amount: 2.25, unit: "$" }],
  ]);
  expect(costs.newest(service, "text", "writer", 9, "$")).toEqual([0.25]);
  // The cost of an answer that is fetched later replaces what it might have cost.
  const answer = { key: makeTaskKey(now), id: "resp_4", baseUrl: service, interface: "v1", kind: "text", model: "writer" } as const;
  const fetched = await answers.fetch(answer, "$");
  expect(fetched.isOurs).toBe(true);
  const facts = { usage: undefined, cost: { amount: 0.1, unit: "$" }, text: "Hi", reported: undefined };
  await journal.receive(fetched.key, journal.owner.id, { facts, intents: [], missing: undefined });
  await journal.save(fetched.key, journal.owner.id, [], now);
  expect(costs.spent(now - 1, "$")).toBe(2.35);
  // They are not listed.
  expect([tasks.count({}), tasks.list({}), tasks.hasUnsettled()]).toEqual([0, [], true]);
  await journal.close();
});

test("a poll that began before its task was left, or asked for again, changes nothing", async () => {
  const journal = await Journal.open(await journalPath(), undefined);
  const { tasks, owners, owner } = journal;
  const service = "https://a.example";
  const { key } = await journal.answers.fetch(
    { key: makeTaskKey(Date.now()), id: "resp_1", baseUrl: service, interface: "v1", kind: "text", model: "writer" },
    undefined,
  );
  const late = (state: "processing" | "stopped") => [tasks.noteProgress(key, owner.id, state, undefined), tasks.get(key)?.state];
  tasks.stop(key, Date.now());
  expect(owners.claim({ baseUrl: service }, owner.id, 1)).toHaveLength(1);
  expect([late("processing"), late("stopped")]).toEqual([
    [false, "stopped"],
    [true, "stopped"],
  ]);
  expect(tasks.resume(key, owner.id, ["stopped"], { folder: "/tmp", pattern: "{slug}" })).toBe(true);
  expect([late("stopped"), late("processing")]).toEqual([
    [false, "processing"],
    [true, "processing"],
  ]);
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
