/** Only one of several processes holds a lock at a time. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
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

/** Another process acquires the lock, and is killed while it holds it. */
async function lockInKilledProcess(): Promise<void> {
  const module = path.resolve(import.meta.dirname, "..", "..", "..", "scripts", "vscodeHost", "folderLock.ts");
  const script = `
    import { lockFile } from ${JSON.stringify(module)};
    await lockFile(${JSON.stringify(file)}, () => undefined);
    console.log("held");
    setInterval(() => {}, 1000);
  `;
  const owner = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  await once(owner.stdout, "data");
  owner.kill("SIGKILL");
  await once(owner, "exit");
}

test("the second process waits, and is informed once", async () => {
  const release = await lockFile(file, () => expect.fail("nobody else is there"));
  let waits = 0;
  let second = false;
  const later = lockFile(file, () => {
    waits += 1;
  }).then((releaseSecond) => {
    second = true;
    return releaseSecond();
  });
  await expect.poll(() => waits).toBe(1);
  expect(second).toBe(false);

  release();
  await later;
  expect([second, waits]).toEqual([true, 1]);
});

test("of many that find the lock of a killed process, only one holds it at a time", async () => {
  await lockInKilledProcess();
  let holders = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      const release = await lockFile(file, () => undefined);
      holders += 1;
      most = Math.max(most, holders);
      await new Promise(setImmediate);
      holders -= 1;
      release();
    }),
  );
  expect(most).toBe(1);
});

test("the lock of a killed process is acquired without waiting", async () => {
  await lockInKilledProcess();
  (await lockFile(file, () => expect.fail("the owner is dead")))();
});

test("an empty file is not locked", async () => {
  (await lockFile(file, () => undefined))();
  await writeFile(file, "");
  (await lockFile(file, () => expect.fail("nobody else is there")))();
});
