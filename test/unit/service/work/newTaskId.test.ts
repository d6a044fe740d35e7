/** Ids of tasks increase with time, so that they are cheap to record. */
import { expect, test } from "vitest";
import { newTaskId } from "../../../../src/service/work/newTaskId.ts";

const ids = (createdAt: number, count: number) => Array.from({ length: count }, () => newTaskId("images", "image", createdAt));

test("later ids sort after earlier ones", () => {
  const [first, ...others] = [9, 10, 4_095, 4_096, 1_795_842_790_123, 2 ** 43].flatMap((time) => ids(time, 1));
  for (const [index, later] of others.entries()) expect(later > ([first, ...others][index] ?? "")).toBe(true);
});

test("ids of the same millisecond differ", () => {
  expect(new Set(ids(1_795_842_790_123, 1_000)).size).toBe(1_000);
});

test.each([
  ["images", "image", /^img_[0-9a-f]{32}$/],
  ["responses", "text", /^resp_[0-9a-f]{32}$/],
  ["v2", "image", /^task_[0-9a-f]{32}$/],
] as const)("an id of %s for %s matches %s", (endpoint, kind, form) => {
  expect(newTaskId(endpoint, kind, Date.now())).toMatch(form);
});
