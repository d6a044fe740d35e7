/** A folder shared by several services in; which of them are alive out. */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openInstance } from "../../../../src/service/store/instance.ts";

test("services on one folder see each other until one ends, and leave nothing behind", async () => {
  const folder = await mkdtemp(join(tmpdir(), "generation-studio-instance-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const first = openInstance(folder);
  const second = openInstance(folder);
  expect([first.isAlive(second.id), second.isAlive(first.id), first.isAlive("unknown")]).toEqual([true, true, false]);
  first.close();
  expect(second.isAlive(first.id)).toBe(false);
  second.close();
  expect(await readdir(join(folder, "running"))).toEqual([]);
});

test("without a folder there is nobody else", () => {
  expect(openInstance(undefined).isAlive("anyone")).toBe(true);
});
