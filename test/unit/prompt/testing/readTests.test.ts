/** The cases of a document. */
import { expect, test } from "vitest";
import { complete } from "../../../../src/prompt/assist/complete.ts";
import { hover } from "../../../../src/prompt/assist/hover.ts";
import { parsePromptDocument } from "../../../../src/prompt/parse/promptDocument.ts";
import { readAtLeast, readTests } from "../../../../src/prompt/testing/readTests.ts";

const read = (fields: string) => readTests(parsePromptDocument(`---\n${fields}\n---\nx\n`));

test("a case has its own values, otherwise those of the document", () => {
  const [first, second] = read(`model: m
models: [a, b]
repeat: 2
tests:
  - vars: { city: Brest, count: 1.0 }
  - { description: short, models: [c], repeat: 3, atLeast: 2 of 3 }`);
  expect(first).toMatchObject({
    name: "Case 1 (city: Brest, count: 1.0)",
    vars: { city: "Brest", count: "1.0" },
    models: ["a", "b"],
    repeat: 2,
    atLeast: 2,
    assertions: [],
  });
  expect(second).toMatchObject({ name: "short", vars: {}, models: ["c"], repeat: 3, atLeast: 2 });
});

test.each(["tests: none", "tests: { a: 1 }", "other: 1", "tests:"])("%s are no cases", (fields) => {
  expect(read(fields)).toEqual([]);
});

test.each([
  [undefined, 3, 3],
  ["2 of 3", 3, 2],
  ["1", 3, 1],
  ["9 of 3", 3, 3],
  ["most", 3, 3],
])("atLeast %j of %d repetitions is %d", (written, repeat, most) => {
  expect(readAtLeast(written, repeat)).toBe(most);
});

test.each(["repeat: 0", "repeat: 1.5", "repeat: often", "repeat: -3"])("%s sends once", (fields) => {
  expect(read(`${fields}\ntests: [ {} ]`)[0]?.repeat).toBe(1);
});

test("an entry may contain several assertions, each at its own location", () => {
  const text = "---\ntests:\n  - assert: [ { contains: a, not-regex: b, threshold: 2 } ]\n---\nx\n";
  const [test] = readTests(parsePromptDocument(text));
  expect(
    test?.assertions.map(({ name, isNegated, value, threshold, range }) => [
      name,
      isNegated,
      value,
      threshold,
      text.slice(range.start, range.end),
    ]),
  ).toEqual([
    ["contains", false, "a", 2, "contains: a"],
    ["regex", true, "b", 2, "not-regex: b"],
  ]);
});

test("assertions and models are completed, and an assertion is explained", () => {
  const head = "---\nmodel: m\ntests:\n  - models: [d]\n    assert:\n      - icon\n";
  const document = parsePromptDocument(`${head}---\nx\n`);
  const facts = { models: [{ id: "demo-text", abilities: { text: "yes" } }] } as const;
  expect(complete(document, head.length - 1, facts).map(({ label }) => label)).toEqual(
    expect.arrayContaining(["icontains", "not-icontains"]),
  );
  expect(complete(document, head.indexOf("[d]") + 2, facts).map(({ label }) => label)).toContain("demo-text");
  const explained = parsePromptDocument("---\ntests:\n  - assert: [ { levenshtein: a } ]\n---\nx\n");
  expect(hover(explained, explained.text.indexOf("levenshtein") + 2, {})?.markdown).toContain("must be added, removed or changed");
});

test("models of cases and judges are completed by the kind they generate, and explained", () => {
  const facts = {
    models: [
      { id: "demo-text", abilities: { text: "yes", image: "no" } },
      { id: "demo-image", abilities: { text: "no", image: "yes" } },
    ],
  } as const;
  const first = (front: string) => {
    const offset = front.indexOf("|");
    const document = parsePromptDocument(`---\n${front.replace("|", "")}\n---\nx\n`);
    return complete(document, offset + 4, facts).toSorted((one, other) => one.rank - other.rank)[0]?.label;
  };
  expect(first("kind: image\njudge: |")).toBe("demo-text");
  expect(first("kind: image\ntests:\n  - judge: d|")).toBe("demo-text");
  expect(first("kind: audio\ntests:\n  - transcriber: d|")).toBe("demo-text");
  expect(first("model: demo-text\ntests:\n  - kind: image\n    models: [d|]")).toBe("demo-image");
  expect(first("vars:\n  judge: d|")).toBeUndefined();
  const text = "---\ntests:\n  - { judge: demo-text, models: [demo-image] }\n---\nx\n";
  for (const [name, kind] of [
    ["demo-text", "text"],
    ["demo-image", "image"],
  ] as const) {
    expect(hover(parsePromptDocument(text), text.indexOf(name) + 2, facts)?.markdown).toContain(`Generates \`${kind}\``);
  }
});
