/** The stored results of the last runs, and their comparison. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { compareRuns, openRunHistory, type PastRun } from "../../../src/promptTests/runHistory.ts";

let file: string;
beforeEach(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-history-"));
  file = path.join(folder, "below", "history.json");
  return () => rm(folder, { recursive: true, force: true });
});

const runOf = (edit: string, isPassed: boolean, cost?: number): PastRun => ({
  at: 1,
  isPassed,
  edit,
  model: "m",
  ...(cost === undefined ? {} : { cost }),
});

test("the last three runs of each test are restored after a restart", async () => {
  const history = await openRunHistory(file);
  for (const edit of ["a", "b", "c", "d"]) history.add("one", runOf(edit, true));
  history.add("two", runOf("e", false, 0.25));
  await Promise.all([history.save(), history.save()]);
  const again = await openRunHistory(file);
  expect(again.of("one").map(({ edit }) => edit)).toEqual(["b", "c", "d"]);
  expect(again.of("two")).toEqual([runOf("e", false, 0.25)]);
  expect(again.costsOf("m")).toEqual([0.25]);
  expect(again.costsOf("other")).toEqual([]);
});

test("a renamed document keeps its runs, and a damaged file is an empty history", async () => {
  const history = await openRunHistory(file);
  history.add("file:///a\nkey", runOf("a", true));
  history.add("file:///ab\nkey", runOf("b", true));
  history.rename("file:///a\n", "file:///c\n");
  expect(history.of("file:///c\nkey")).toHaveLength(1);
  expect(history.of("file:///a\nkey")).toEqual([]);
  expect(history.of("file:///ab\nkey")).toHaveLength(1);
  await history.save();
  await writeFile(file, "{");
  expect((await openRunHistory(file)).of("file:///c\nkey")).toEqual([]);
});

test.each([
  ["first", [runOf("a", false)], { type: "first" }],
  ["passed, the same request", [runOf("a", true), runOf("a", false)], { type: "passedBefore", edits: 0 }],
  ["passed, one edit", [runOf("a", true), runOf("b", false), runOf("b", false)], { type: "passedBefore", edits: 1 }],
  ["passed, two edits", [runOf("a", true), runOf("b", false), runOf("c", false)], { type: "passedBefore", edits: 2 }],
  ["passed in between", [runOf("a", false), runOf("b", true), runOf("c", false)], { type: "passedBefore", edits: 1 }],
  ["never passed", [runOf("a", false), runOf("b", false), runOf("c", false)], { type: "failedBefore", runs: 2 }],
] as const)("a failure is compared with earlier runs: %s", (_, runs, comparison) => {
  expect(compareRuns(runs)).toEqual(comparison);
});
