/** Answers of tests in a folder. */
import { mkdir, mkdtemp, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import type { TestedAnswer } from "../../../src/prompt/assertions/testedAnswer.ts";
import { type CacheKey, openAnswerCache } from "../../../src/promptTests/answerCache.ts";

const key: CacheKey = { service: "s", request: { interface: "v1", kind: "text", body: { model: "m", input: "x" } }, repetition: 0 };
const answer: TestedAnswer = {
  text: "a",
  isRefused: false,
  cost: undefined,
  latency: 1,
  tokens: undefined,
  citations: [],
  files: [],
};

let folder: string;
beforeEach(async () => {
  const made = await mkdtemp(path.join(tmpdir(), "generation-studio-answers-"));
  folder = made;
  return () => rm(made, { recursive: true, force: true });
});

test("an answer that cannot be stored is not lost: only the first failure is reported, and nothing rejects", async () => {
  const file = path.join(folder, "file");
  await writeFile(file, "");
  const onError = vi.fn();
  const cache = openAnswerCache(file, onError);
  await cache.write(key, answer);
  await cache.write({ ...key, repetition: 1 }, answer);
  expect(onError.mock.calls).toEqual([[expect.objectContaining({ code: "EEXIST" })]]);
  expect(await cache.read(key)).toBeUndefined();
});

test("the files of a cached answer move with its folder, and are used when it is read", async () => {
  const before = path.join(folder, "before", "answers");
  const file = path.join(folder, "before", "files", "a.wav");
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, "");
  await utimes(file, new Date(1), new Date(1));
  const measured: TestedAnswer["files"][number] = {
    format: "wav",
    bytes: 0,
    width: undefined,
    height: undefined,
    duration: 1,
    isBlank: false,
    loudness: undefined,
    fingerprint: undefined,
    soundFingerprint: undefined,
    sha256: undefined,
    path: file,
  };
  await openAnswerCache(before, (error) => expect.unreachable(String(error))).write(key, { ...answer, files: [measured] });
  await rename(path.join(folder, "before"), path.join(folder, "after"));
  const found = await openAnswerCache(path.join(folder, "after", "answers"), (error) => expect.unreachable(String(error))).read(key);
  const moved = path.join(folder, "after", "files", "a.wav");
  expect(found?.files).toEqual([{ ...measured, path: moved }]);
  expect((await stat(moved)).mtimeMs).toBeGreaterThan(Date.now() - 60_000);
});
