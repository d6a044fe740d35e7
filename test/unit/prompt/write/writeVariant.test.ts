/** A variant of a document with another model and other values: nothing else changes. */
import { expect, test } from "vitest";
import { compile } from "../../../../src/prompt/compile/compile.ts";
import { parsePromptDocument } from "../../../../src/prompt/parse/promptDocument.ts";
import { writeVariant } from "../../../../src/prompt/write/writeVariant.ts";

const variant = (text: string, model: string, values = {}): string => writeVariant(parsePromptDocument(text), model, values);

test("the model is replaced if it is there, and otherwise added", () => {
  expect(variant("---\nmodel: demo-text # now\n---\nHi\n", "a: b")).toBe('---\nmodel: "a: b" # now\n---\nHi\n');
  expect(variant("---\nkind: image\n---\nHi\n", "demo-image")).toBe("---\nkind: image\nmodel: demo-image\n---\nHi\n");
  expect(variant("Hi\n", "demo-text")).toBe("---\nmodel: demo-text\n---\nHi\n");
});

test.each([
  ["in flow style", "vars: { town: Brest, time: dawn }"],
  ["in block style", "vars:\n  town: Brest # a town\n  time: 'dawn'"],
  ["without a value", "vars:\n  town:\n  time:"],
  ["by its name alone", "vars: { town, time }"],
])("a value of a variable is replaced %s, whatever the user types", (_name, vars) => {
  for (const typed of ["Quimper", 'a "b", c: {d} # e', "12", "  "]) {
    const text = variant(`---\nmodel: a\n${vars}\n---\n[{{town}}] [{{time}}]\n`, "b", { town: typed, time: "noon", other: "x" });
    const [only] = compile(parsePromptDocument(text), {}).requests;
    expect(only?.request.body).toEqual({ model: "b", input: `[${typed}] [noon]` });
  }
});
