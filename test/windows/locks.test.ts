/** Locks that processes hold on shared folders: they decide who continues a task. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openOwner } from "../../src/sqlite/owner.ts";
import { withFileLock } from "../../src/sqlite/withFileLock.ts";
import { locations, makeFolder, runElsewhere } from "./locations.ts";

/** Another process locks a database file, as an owner does, until it is killed. */
async function lockElsewhere(file: string): Promise<() => Promise<void>> {
  const ready = `${file}-ready`;
  const script = `const { DatabaseSync } = require("node:sqlite");
    const database = new DatabaseSync(process.argv[1]);
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    require("node:fs").writeFileSync(process.argv[2], "");
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ["--no-warnings", "--experimental-sqlite", "--eval", script, file, ready], { stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const kill = async () => {
    child.kill();
    await ended;
  };
  onTestFinished(kill);
  await expect.poll(() => existsSync(ready)).toBe(true);
  return kill;
}

describe.each(Object.keys(locations))("on %s", (location) => {
  test("an owner in another process is alive until it is killed, and leaves no file that counts", async () => {
    const folder = await makeFolder(location);
    const owner = openOwner(folder);
    const kill = await lockElsewhere(path.join(folder, "running", "other.lock"));
    expect([owner.isAlive("other"), owner.isAlive(owner.id)]).toEqual([true, true]);
    await kill();
    await expect.poll(() => owner.isAlive("other")).toBe(false);
    owner.close();
    expect((await readdir(path.join(folder, "running"))).filter((name) => name.endsWith(".lock"))).toEqual([]);
  });

  test("work under a lock waits for another process", async () => {
    const folder = await makeFolder(location);
    const lock = path.join(folder, "work.lock");
    const kill = await lockElsewhere(lock);
    let isDone = false;
    const work = withFileLock(lock, async () => {
      isDone = true;
    });
    runElsewhere("0");
    expect(isDone).toBe(false);
    await kill();
    await work;
    expect(isDone).toBe(true);
  });
});
