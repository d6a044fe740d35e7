/** Only one of several processes holds a lock at a time. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockFile } from "../../../scripts/vscodeHost/folderLock.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "generation-studio-lock-"));
  file = path.join(folder, "inner", "lock");
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

test("the second process waits, and is informed who holds the lock", async () => {
  const release = await lockFile(file, () => expect.fail("nobody else is there"));
  const waited: number[] = [];
  let second = false;
  const later = lockFile(file, (owner) => waited.push(owner)).then((releaseSecond) => {
    second = true;
    return releaseSecond();
  });
  await expect.poll(() => waited).toEqual([process.pid]);
  expect(second).toBe(false);

  await release();
  await later;
  expect(second).toBe(true);
});

test("of many processes, only one holds the lock at a time", async () => {
  let holders = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      const release = await lockFile(file, () => undefined);
      holders += 1;
      most = Math.max(most, holders);
      await new Promise(setImmediate);
      holders -= 1;
      await release();
    }),
  );
  expect(most).toBe(1);
});

test("a lock whose owner has ended is taken over", async () => {
  const owner = spawn(process.execPath, ["-e", ""]);
  await once(owner, "exit");
  await (await lockFile(file, () => undefined))();
  await writeFile(file, String(owner.pid));

  const release = await lockFile(file, () => expect.fail("the owner is dead"));
  expect(await readFile(file, "utf8")).toBe(String(process.pid));
  await release();
});
