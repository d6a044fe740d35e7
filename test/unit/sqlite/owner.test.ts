/** Which of several owners in one folder are alive, in this process and in others. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openOwner } from "../../../src/sqlite/owner.ts";

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "generation-studio-owner-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

async function startOwner(folder: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "heldOwner.ts"), folder], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const [id] = await once(child.stdout, "data");
  return { id: String(id), child, ended };
}

test("owners in one folder see each other until one ends, and leave no files behind", async () => {
  const folder = await temporaryFolder();
  const first = openOwner(folder);
  const second = openOwner(folder);
  expect([first.isAlive(second.id), second.isAlive(first.id), first.isAlive("unknown")]).toEqual([true, true, false]);
  first.close();
  expect(second.isAlive(first.id)).toBe(false);
  second.close();
  expect(await readdir(join(folder, "running"))).toEqual([]);
});

test("without a folder there are no other owners", () => {
  expect(openOwner(undefined).isAlive("anyone")).toBe(true);
});

test("another process is alive while it is suspended, regardless of the clock, and dead as soon as it is killed", {
  timeout: 180_000,
}, async () => {
  const folder = await temporaryFolder();
  const owner = openOwner(folder);
  onTestFinished(() => owner.close());
  const { id, child, ended } = await startOwner(folder);
  child.kill("SIGSTOP");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 40 * 24 * 3600 * 1000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(owner.isAlive(id)).toBe(true);
  openOwner(folder).close();
  expect(owner.isAlive(id)).toBe(true);
  vi.setSystemTime(0);
  expect(owner.isAlive(id)).toBe(true);
  child.kill("SIGKILL");
  await ended;
  expect(owner.isAlive(id)).toBe(false);
  expect(await readdir(join(folder, "running"))).toEqual([`${owner.id}.lock`]);
});
