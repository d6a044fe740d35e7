/** Answers of tests in a folder. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import type { TestedAnswer } from "../../../src/prompt/tests/judgeAnswer.ts";
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
