/** A damaged journal that one window has open while another one recovers it. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readdirSync, writeSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { Journal } from "../../../../../src/generations/journal/journal.ts";
import { imageRequest, openScripted, untilAnswered } from "../../imageTask.ts";
import { temporaryFolder } from "../../temporaryFolder.ts";

vi.setConfig({ testTimeout: 180_000 });

const pageSize = 4096;

/**
 * Overwrites the beginning of the first pages of tables. The page of balances is in the file and not in the log, because nothing is
 * written to it.
 */
function damage(path: string, tables: readonly string[] = ["balances"]): void {
  const database = new DatabaseSync(path);
  const pages = tables.map((table) => database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").get(table)?.rootpage);
  if (tables.length > 1) database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  const damaged = Buffer.alloc(100, 0xa5);
  const file = openSync(path, "r+");
  for (const page of pages) writeSync(file, damaged, 0, damaged.length, (Number(page) - 1) * pageSize);
  closeSync(file);
}

interface Window {
  /** Adds tasks. */
  add(...keys: string[]): void;
  /** The next line of output. */
  next(): Promise<string>;
  close(): Promise<void>;
}

async function openWindow(path: string): Promise<Window> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../writingProcess.ts"), path], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async () => String((await answers.next()).value);
  expect(await next()).toBe("open");
  return {
    add: (...keys) => void child.stdin.write(keys.map((key) => `${key}\n`).join("")),
    next,
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}

async function openJournal(path: string): Promise<Journal> {
  const journal = await Journal.open(path, undefined);
  onTestFinished(() => journal.close());
  return journal;
}

const keysOf = (journal: Journal) =>
  journal.tasks
    .list({ limit: 10_000 })
    .map(({ key }) => key)
    .toSorted();

test("a window continues in the journal that another one has recovered", async () => {
  const path = join(await temporaryFolder(), "tasks.sqlite");
  const window = await openWindow(path);
  window.add("before");
  expect(await window.next()).toBe("before");
  damage(path);
  const journal = await openJournal(path);
  expect(journal.notice).toContain("Tasks recovered from it: 1.");
  window.add("after", "before");
  expect([await window.next(), await window.next()]).toEqual(["after", expect.stringContaining("UNIQUE")]);
  expect(keysOf(journal)).toEqual(["after", "before"]);
  await window.close();
  expect(keysOf(await openJournal(path))).toEqual(["after", "before"]);
  expect(readdirSync(join(path, "..")).filter((name) => name.includes("damaged"))).not.toEqual([]);
});

test("a journal is recovered with what is only in its log although a process was killed in any step of the repair", async () => {
  const script = join(import.meta.dirname, "../../../sqlite/killedRepair.ts");
  let steps = 0;
  for (let isKilled = true; isKilled; steps += 1) {
    const path = join(await temporaryFolder(), "tasks.sqlite");
    const window = await openWindow(path);
    window.add("logged");
    await window.next();
    damage(path);
    isKilled = spawnSync(process.execPath, [script, path, String(steps + 1)]).status !== 0;
    expect(keysOf(await openJournal(path))).toEqual(["logged"]);
  }
  // At least before the copy, the move of the log and the replacement.
  expect(steps).toBeGreaterThan(3);
});

test("no write of a window is lost while another one recovers the journal", async () => {
  const path = join(await temporaryFolder(), "tasks.sqlite");
  const window = await openWindow(path);
  const keys = Array.from({ length: 400 }, (_, index) => `task-${String(index).padStart(3, "0")}`);
  const written: string[] = [];
  window.add(...keys.slice(0, 40));
  for (let index = 0; index < 10; index += 1) written.push(await window.next());
  damage(path);
  const recovering = openJournal(path);
  window.add(...keys.slice(40));
  for (let index = 10; index < keys.length; index += 1) written.push(await window.next());
  const journal = await recovering;
  expect(journal.notice).toContain("was damaged");
  expect(written.filter((answer) => answer.startsWith("task-") && journal.tasks.get(answer) === undefined)).toEqual([]);
  expect(journal.tasks.get(keys.at(-1) ?? "")).toBeDefined();
});

test("a window that shows tasks shows what another one writes to the journal that it has recovered", async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, "journal"));
  const path = join(folder, "journal", "tasks.sqlite");
  const { tasks, target } = await openScripted({ poll: () => "pending" }, { folder });
  // Two changes each.
  for (let count = 0; count < 4; count += 1) {
    await untilAnswered(tasks.submit({ baseUrl: "http://127.0.0.1:9", request: imageRequest, target }));
  }
  const changed = new Set<string>();
  tasks.onChange(({ key, task }) => task !== undefined && changed.add(key));
  // A recovered database starts counting its changes again.
  damage(path, ["balances", "changes"]);
  const window = await openWindow(path);
  window.add("there");
  await window.next();
  await expect.poll(() => [...changed]).toContain("there");
  expect(tasks.get("there")?.prompt).toBe("Fox");
});
