/** Folders with limits. */
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { pruneFolder } from "../../../src/ownFiles/pruneFolder.ts";
import { type CacheKey, openAnswerCache } from "../../../src/promptTests/answerCache.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "generation-studio-prune-"));
  return () => rm(folder, { recursive: true, force: true });
});

const now = 1_000_000_000_000;
/** `used`: this many milliseconds ago. */
async function add(name: string, size: number, used: number): Promise<void> {
  await writeFile(path.join(folder, name), "x".repeat(size));
  const at = new Date(now - used);
  await utimes(path.join(folder, name), at, at);
}
const left = async () => (await readdir(folder)).toSorted();

test("entries that have not been used for long are removed, whatever their size", async () => {
  await add("new", 10, 1000);
  await add("old", 1, 5000);
  await pruneFolder(folder, { age: 4000, bytes: 1_000_000 }, now);
  expect(await left()).toEqual(["new"]);
});

test("if the folder exceeds its size, the most recently used entries are kept", async () => {
  await add("a", 40, 3000);
  await add("b", 40, 1000);
  await add("c", 40, 2000);
  await pruneFolder(folder, { age: 10_000, bytes: 100 }, now);
  expect(await left()).toEqual(["b", "c"]);
});

test("subfolders are left alone, and a missing folder counts as empty", async () => {
  await mkdir(path.join(folder, "within"));
  await pruneFolder(folder, { age: 0, bytes: 0 }, now + 1e12);
  await pruneFolder(path.join(folder, "nothing"), { age: 0, bytes: 0 }, now);
  expect(await left()).toEqual(["within"]);
});

test("reading an answer counts as use", async () => {
  const cache = openAnswerCache(folder, () => undefined);
  const key: CacheKey = { service: "s", request: { interface: "v1", kind: "text", body: { model: "m", input: "x" } }, repetition: 0 };
  const answer = { text: "a", isRefused: false, cost: undefined, latency: 1, tokens: undefined, citations: [], files: [] };
  await cache.write(key, answer);
  await cache.write({ ...key, repetition: 1 }, answer);
  for (const name of await left()) await utimes(path.join(folder, name), new Date(1), new Date(1));
  await cache.read(key);
  await pruneFolder(folder, { age: 60_000, bytes: 1_000_000 }, Date.now());
  expect(await left()).toHaveLength(1);
  expect(await cache.read(key)).toMatchObject({ text: "a" });
});
