/** Finds the JSON in a text. */
import { expect, test } from "vitest";
import { findJson } from "../../../../src/prompt/tests/findJson.ts";

test.each([
  ["", []],
  ["nothing here", []],
  ['Here: {"a": {"b": [1]}}.', [{ a: { b: [1] } }]],
  ['[1] and {"a": "}"} and [{"b": 2}]', [{ a: "}" }, { b: 2 }]],
  ['{ not json, but {"a": 1} }', [{ a: 1 }]],
  ['{"a": "\\"}"}', [{ a: '"}' }]],
])("in %j it finds %j", (text, found) => {
  expect(findJson(text)).toEqual(found);
});

test("unclosed brackets take little time", () => {
  const start = process.cpuUsage();
  expect(findJson("{".repeat(500_000))).toEqual([]);
  expect(findJson("{}".repeat(500_000)).length).toBe(100);
  expect(process.cpuUsage(start).user).toBeLessThan(3_000_000);
});
