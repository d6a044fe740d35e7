/** The tests in a text, as a list shows them. */
import { expect, test } from "vitest";
import { findTests } from "../../../src/prompt/findTests.ts";

test("each case has its models, its repetitions and its lines", () => {
  const text = `---
model: own
repeat: 2
tests:
  - vars: { city: Brest }
    assert: [ { contains: a } ]
  - description: several
    models: [a, b, a]
    repeat: 1
---
{{city}}
`;
  const found = findTests(text.replace("repeat: 2\n", "repeat: 2\nvars: { city: Quimper }\n"));
  expect(found).toMatchObject({
    error: undefined,
    cases: [
      { name: "Case 1 (city: Brest)", models: ["own"], repeat: 2, start: { line: 5 }, end: { line: 6 } },
      { name: "several", models: ["a", "b"], repeat: 1, start: { line: 7 }, end: { line: 9 } },
    ],
  });
});

test.each([
  ["no front matter", "tests: []\n"],
  ["no field", "---\nmodel: m\n---\ntests:\n"],
  ["a field of another one", "---\nmodel: m\nvars:\n  tests: none\n---\nx\n"],
])("a text with %s has none", (_, text) => {
  expect(findTests(text)).toBeUndefined();
});

test.each([
  ["---\nmodel: m\ntests:\n  - { assert: [ { contains: a ] }\n---\nx\n", 3],
  ["---\ntests: [ { assert: [] } ]\n---\nx\n", 0],
])("an invalid document is reported with its line", (text, line) => {
  expect(findTests(text)?.error).toEqual({ message: expect.stringMatching(/\w/), line });
});

test("an error of one case is reported at it", () => {
  const found = findTests("---\nmodel: m\ntests:\n  - assert: [ { threshold: 1 } ]\n  - assert: [ { contains: a } ]\n---\nx\n");
  expect(found?.error).toBeUndefined();
  expect(found?.cases.map(({ error }) => error)).toEqual([expect.stringContaining("needs the name of an assertion"), undefined]);
});

const keysOf = (cases: string) => findTests(`---\nmodel: m\ntests:\n${cases}---\nx\n`)?.cases.map(({ key }) => key) ?? [];

test("a case keeps its key when another one is inserted before it, and keys are unique", () => {
  const before = keysOf("  - { description: a }\n  - { vars: { b: 1 } }\n");
  const after = keysOf("  - { description: new }\n  - { description: a }\n  - { vars: { b: 1 } }\n  - { description: a }\n");
  expect(after.slice(1, 3)).toEqual(before);
  expect(new Set(after).size).toBe(4);
});
