/** Finds the JSON in a text. */
import { expect, test } from "vitest";
import { findJson } from "../../../../src/prompt/assertions/findJson.ts";

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

test.each([
  ["Here: [1, 2].", [[1, 2]]],
  ['```json\n[{"a": [1]}]\n```', [[{ a: [1] }]]],
  ['[not, JSON] and ["]"]', [["]"]]],
  ['{"a": [1]}', [[1]]],
])("in %j it finds the lists %j", (text, found) => {
  expect(findJson(text, "[")).toEqual(found);
});

test("JSON is found after any number of other braces, and of any size", () => {
  expect(findJson(`${"{x} ".repeat(5000)}{"a":1}`)).toEqual([{ a: 1 }]);
  expect(findJson(`{"a":"${"x".repeat(300_000)}"}`)).toHaveLength(1);
});

test("unclosed brackets take little time", () => {
  const start = process.cpuUsage();
  expect(findJson("{".repeat(500_000))).toEqual([]);
  expect(findJson("{}".repeat(500_000)).length).toBe(100);
  expect(process.cpuUsage(start).user).toBeLessThan(3_000_000);
});
