/** Recovering a journal's tasks when its file is damaged. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { TaskRequest } from "../../../../../src/contract/wireRequest.ts";
import { Journal } from "../../../../../src/generations/journal/journal.ts";
import { journalSchema } from "../../../../../src/generations/journal/journalSchema.ts";
import { openTasks } from "../../../../../src/generations/openTasks.ts";
import { openDatabase } from "../../../../../src/sqlite/openDatabase.ts";
import { createRandom, damages, pageSize } from "../../../sqlite/damagedCopies.ts";
import { openScripted } from "../../imageTask.ts";
import { baseUrl, pngBytes } from "../../scriptedClient.ts";
import { temporaryFolder } from "../../temporaryFolder.ts";
import { fillDisk, mountDisk } from "../mountDisk.ts";

/** Polls, processes and disks are slow on a busy machine. */
vi.setConfig({ testTimeout: 180_000 });

const taskCount = 30;
const copiesOfEach = 25;
const keyOf = (index: number) => `0190aabbccdd-${String(index).padStart(4, "0")}`;
/** Longer than a page. */
const longTask = taskCount - 1;
const promptOf = (index: number) => `Fox ${index}: ${"a long winter road, ".repeat(index === longTask ? 500 : index)}`;
const idOf = (index: number) => `service-id-${String(index).padStart(4, "0")}`;

/** A journal as a window leaves it: saved, failed and pending tasks with requests of different lengths. */
async function writeJournal(path: string): Promise<void> {
  const journal = await Journal.open(path, undefined);
  for (let index = 0; index < taskCount; index += 1) {
    const [key, prompt] = [keyOf(index), promptOf(index)];
    const request: TaskRequest = { interface: "v1", kind: "image", body: { model: "painter", prompt } };
    const target = { folder: join(dirname(path), "out"), pattern: "{slug}" };
    await journal.write(() => {
      journal.tasks.add({ key, baseUrl, request, model: "painter", prompt, target, origin: {}, createdAt: 1 }, "gone");
      journal.tasks.accept(key, idOf(index), Date.now(), "gone");
    });
    const artifact = { path: `/out/fox-${index}.png`, size: 1, sha256: String(index), mediaType: "image/png" };
    if (index % 3 === 0) await journal.save(key, "gone", [artifact], Date.now());
  }
  await journal.write(() => journal.owners.release("gone", Date.now()));
  await journal.close();
}

let whole: Buffer;
beforeEach(async () => {
  const folder = await temporaryFolder();
  mkdirSync(join(folder, "out"));
  await writeJournal(join(folder, "tasks.sqlite"));
  whole = readFileSync(join(folder, "tasks.sqlite"));
});

/** Tasks whose bytes are all unchanged, except those that continue on other pages. */
function undamagedIn(bytes: Buffer): number[] {
  const tasks: number[] = [];
  for (let at = 0; at + pageSize <= whole.length; at += pageSize) {
    const page = whole.subarray(at, at + pageSize);
    if (!page.equals(bytes.subarray(at, at + pageSize))) continue;
    for (let index = 0; index < longTask; index += 1) if (page.includes(idOf(index))) tasks.push(index);
  }
  return tasks;
}

/** Tasks whose beginning is in a file that may be truncated. */
function begunIn(bytes: Buffer): number {
  return Array.from({ length: taskCount }, (_, index) => whole.indexOf(idOf(index))).filter((at) => at < bytes.length).length;
}

async function openJournal(path: string): Promise<Journal> {
  const journal = await Journal.open(path, undefined);
  onTestFinished(() => journal.close());
  return journal;
}

/** Opens a damaged journal. @returns its notice, and the indexes of the tasks in it. */
async function readDamaged(path: string): Promise<{ notice: string | undefined; tasks: Set<number> }> {
  const journal = await Journal.open(path, undefined);
  const tasks = journal.tasks.list({ limit: 1000 });
  for (const task of tasks) expect(task.request.kind).toBe("image");
  const found = new Set(
    tasks.flatMap((task) => Array.from({ length: taskCount }, (_, index) => index).filter((index) => task.id === idOf(index))),
  );
  const { notice } = journal;
  await journal.close();
  return { notice, tasks: found };
}

describe("a damaged journal", () => {
  test.each<[string, number]>([
    ["bytes overwritten", 0.95],
    ["a page overwritten", 0.95],
    // 0.956 of a hundred copies; in a few of them, the number of other tables decides which pages contain tasks.
    ["two pages of zeros", 0.93],
    ["the first page overwritten", 1],
    ["cut short", 0.95],
  ])("%s: recovers every task whose bytes are intact, and this share of those it can reach: %d", async (name, share) => {
    const random = createRandom(name.length);
    const folder = await temporaryFolder();
    let recovered = 0;
    let reached = 0;
    for (let copy = 0; copy < copiesOfEach; copy += 1) {
      const path = join(folder, String(copy), "tasks.sqlite");
      const damaged = damages[name]?.(whole, random) ?? whole;
      mkdirSync(join(folder, String(copy)));
      writeFileSync(path, damaged);
      const { notice, tasks } = await readDamaged(path);
      expect(undamagedIn(damaged).filter((index) => !tasks.has(index))).toEqual([]);
      recovered += tasks.size;
      reached += begunIn(damaged);
      if (notice !== undefined)
        expect(notice).toMatch(/was damaged\. It was kept as .*tasks-damaged-.*\. Tasks recovered from it: \d+\.|was empty/);
    }
    expect(recovered / reached).toBeGreaterThanOrEqual(share);
  });

  test("is kept under a new name, is repaired once, and its tasks are followed", async () => {
    const folder = await temporaryFolder();
    const path = join(folder, "journal", "tasks.sqlite");
    mkdirSync(join(folder, "journal"));
    const damaged = damages["the first page overwritten"]?.(whole, createRandom(1)) ?? whole;
    writeFileSync(path, damaged);
    const { tasks, client } = await openScripted({ poll: () => [pngBytes] }, { folder });
    const kept = readdirSync(join(folder, "journal")).find((name) => name.startsWith("tasks-damaged-")) ?? "";
    expect(tasks.notices).toEqual([
      `The journal of tasks was damaged. It was kept as ${join(folder, "journal", kept)}. Tasks recovered from it: ${taskCount}.`,
    ]);
    expect(readFileSync(join(folder, "journal", kept))).toEqual(damaged);
    await expect.poll(() => tasks.count({ states: ["saved"] })).toBe(taskCount);
    expect(client.posts).toBe(0);
    expect(client.polls).toHaveLength((taskCount / 3) * 2);
    await tasks.close();
    expect((await readDamaged(path)).notice).toBeUndefined();
  });

  test("recovers tasks that are only in its write-ahead log", async () => {
    const folder = await temporaryFolder();
    const path = join(folder, "tasks.sqlite");
    const journal = await Journal.open(join(folder, "open", "tasks.sqlite"), undefined);
    onTestFinished(() => journal.close());
    const target = { folder: "/out", pattern: "{slug}" };
    for (let index = 0; index < 5; index += 1) {
      const request: TaskRequest = { interface: "v1", kind: "image", body: { model: "painter", prompt: "Fox" } };
      await journal.write(() => {
        const key = keyOf(index);
        journal.tasks.add({ key, baseUrl, request, model: "painter", prompt: "Fox", target, origin: {}, createdAt: 1 }, "gone");
        journal.tasks.accept(key, idOf(index), 1, "gone");
      });
    }
    for (const damage of [() => "", (main: Buffer) => main.fill(0xa5)]) {
      copyFileSync(join(folder, "open", "tasks.sqlite-wal"), `${path}-wal`);
      writeFileSync(path, damage(readFileSync(join(folder, "open", "tasks.sqlite"))));
      const { notice, tasks } = await readDamaged(path);
      expect([...tasks].sort()).toEqual([0, 1, 2, 3, 4]);
      expect(notice).toContain("Tasks recovered from it: 5.");
      rmSync(path);
    }
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  test("on a disk without space for its tasks stays as it is, and is recovered when there is space", async ({ skip }) => {
    const disk = await mountDisk("size=8m");
    if (disk === undefined) return skip("needs a disk of its own");
    const path = join(disk, "tasks.sqlite");
    const { database, close } = await openDatabase(path, journalSchema, { synchronous: "NORMAL", busyMilliseconds: 25 });
    // The recovered journal needs more space, because it can search the prompts.
    const triggers = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all();
    database.exec(`${triggers.map(({ name }) => `DROP TRIGGER ${name};`).join("")} DROP TABLE library; DROP TABLE library_prompts`);
    const random = createRandom(1);
    for (let index = 0; index < 100; index += 1) {
      const prompt = Array.from({ length: 400 }, () => Math.floor(random() * 2 ** 32).toString(16)).join(" ");
      database
        .prepare(
          `INSERT INTO tasks (key, id, base_url, model, kind, prompt, folder, pattern, origin, state, created_at)
           VALUES (?, ?, 'http://127.0.0.1', 'painter', 'image', ?, '/out', '{slug}', '{}', 'saved', 1)`,
        )
        .run(keyOf(index), idOf(index), prompt);
      database
        .prepare("INSERT INTO artifacts (task, position, path, size, sha256, media_type) VALUES (?, 0, '/out/a.png', 1, 'a', 'image/png')")
        .run(keyOf(index));
    }
    close();
    const damaged = readFileSync(path).fill(0xa5, pageSize, 2 * pageSize);
    writeFileSync(path, damaged);
    const reserve = join(disk, "reserve");
    // Enough for a copy of the file, and for a new one without tasks.
    writeFileSync(reserve, Buffer.alloc(damaged.length + 512 * 1024));
    const free = fillDisk(disk);
    rmSync(reserve);
    await expect(Journal.open(path, undefined)).rejects.toMatchObject({ kind: "unusable", cause: { errcode: 13 } });
    expect(readFileSync(path)).toEqual(damaged);
    free();
    const journal = await openJournal(path);
    expect(journal.notice).toContain("Tasks recovered from it: 100.");
  });

  test("without the requests of its tasks recovers them with their prompts", async () => {
    const path = join(await temporaryFolder(), "tasks.sqlite");
    const bytes = Buffer.from(whole);
    for (let at = bytes.indexOf('"interface"'); at >= 0; at = bytes.indexOf('"interface"')) {
      bytes.fill(0, at - (at % pageSize), at - (at % pageSize) + pageSize);
    }
    writeFileSync(path, bytes);
    const { tasks } = await readDamaged(path);
    expect(tasks.size).toBe(taskCount);
    const journal = await Journal.open(path, undefined);
    expect(journal.tasks.get(keyOf(3))?.request).toEqual({
      interface: "v1",
      kind: "image",
      body: { model: "painter", prompt: promptOf(3) },
    });
    await journal.close();
  });

  test("with a renamed column, in which SQLite finds no damage, recovers its tasks", async () => {
    const path = join(await temporaryFolder(), "tasks.sqlite");
    const damaged = whole
      .toString("latin1")
      .replaceAll("created_at INTEGER NOT NULL,\n    accepted", "creaked_at INTEGER NOT NULL,\n    accepted");
    writeFileSync(path, damaged, "latin1");
    const { notice, tasks } = await readDamaged(path);
    expect(notice).toMatch(/was damaged/);
    expect(tasks.size).toBe(taskCount);
  });

  test("in which SQLite finds no damage counts every cost, estimate and model that can be read", async () => {
    const path = join(await temporaryFolder(), "tasks.sqlite");
    const journal = await Journal.open(path, undefined);
    const request: TaskRequest = { interface: "v2", kind: "image", body: { ai: { model: "painter" }, content: [] } };
    for (const index of [1, 2, 3, 4]) {
      const [key, model, origin] = [keyOf(index), `painter-${index}`, { type: "agent", estimate: index * 10 }];
      const task = { key, baseUrl, request, model, prompt: "Fox", target: { folder: "/out", pattern: "{slug}" }, origin, createdAt: 1 };
      await journal.write(() => {
        journal.tasks.add(task, "gone");
        journal.tasks.accept(key, idOf(index), 1, "gone");
      });
      const facts = { usage: undefined, cost: { amount: index }, text: undefined, reported: undefined };
      await journal.receive(key, "gone", { facts, intents: [], missing: undefined });
      await journal.save(key, "gone", [], 1);
    }
    await journal.close();
    const damaged = readFileSync(path, "latin1")
      .replaceAll('{"amount":2}', '("amount":2}')
      .replaceAll('{"type":"agent","estimate":30}', '("type":"agent","estimate":30}')
      .replaceAll("painter-4image", "painter-4imige");
    writeFileSync(path, damaged, "latin1");
    const { notice, costs } = await openJournal(path);
    expect(notice).toBeUndefined();
    expect(costs.sum(0)).toEqual([{ amount: 1 + 3 + 4 }]);
    expect(costs.ofAgents(0, "credits")).toEqual({ amount: 1 + 20 + 4, unknown: 0 });
    expect(costs.byModel(0).map(({ model, amount }) => [model, amount])).toEqual([
      ["painter-3", 3],
      ["painter-1", 1],
      ["painter-2", undefined],
    ]);
    expect([1, 2].map((index) => costs.newest(baseUrl, "image", `painter-${index}`, 5, "$"))).toEqual([[1], []]);
  });

  test("in which SQLite finds no damage returns a balance that can be read, and none for a service whose balance is damaged", async () => {
    const path = join(await temporaryFolder(), "tasks.sqlite");
    const journal = await Journal.open(path, undefined);
    await journal.accounts.set(baseUrl, { balance: 25 });
    await journal.accounts.set("https://other.example", { balance: 75 });
    await journal.close();
    writeFileSync(path, readFileSync(path, "latin1").replaceAll('{"balance":25}', '("balance":25}'), "latin1");
    const damaged = await openJournal(path);
    expect([baseUrl, "https://other.example"].map((url) => damaged.accounts.get(url))).toEqual([undefined, { balance: 75 }]);
  });

  test("does not recover a deleted task", async () => {
    const path = join(await temporaryFolder(), "tasks.sqlite");
    writeFileSync(path, whole);
    const journal = await Journal.open(path, undefined);
    await journal.write(() => {
      for (let index = 0; index < 20; index += 1) journal.tasks.remove(keyOf(index));
    });
    await journal.close();
    writeFileSync(path, readFileSync(path).fill(0xa5, 0, pageSize));
    expect([...(await readDamaged(path)).tasks].sort()).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 28, 29]);
  });
});

test("the files received for a task that cannot be read are kept, and the log says why", async () => {
  const folder = await temporaryFolder();
  const path = join(folder, "tasks.sqlite");
  writeFileSync(path, whole);
  const database = new DatabaseSync(path);
  // A number that JavaScript cannot represent.
  database.prepare("UPDATE tasks SET finished_at = ? WHERE key = ?").run(2n ** 62n, keyOf(0));
  database.close();
  const received = join(folder, "received", keyOf(0));
  mkdirSync(received, { recursive: true });
  const warnings: string[] = [];
  const log = { debug: () => undefined, info: () => undefined, warn: (message: string) => void warnings.push(message) };
  const tasks = await openTasks({ folder, client: async () => undefined, log });
  onTestFinished(() => tasks.close());
  await expect.poll(() => warnings).toContainEqual(expect.stringContaining("Temporary folders could not be removed"));
  expect(existsSync(received)).toBe(true);
});

test.each([
  ["an empty file", ""],
  ["a text", "This is no database. ".repeat(500)],
  ["a short text", "none"],
])("%s with the journal's name is reported", async (_, content) => {
  const path = join(await temporaryFolder(), "tasks.sqlite");
  writeFileSync(path, content);
  const { notice, tasks } = await readDamaged(path);
  expect(tasks.size).toBe(0);
  expect(notice).toContain(content === "" ? "The journal of tasks was empty, although it had been used" : "Tasks recovered from it: 0.");
});
