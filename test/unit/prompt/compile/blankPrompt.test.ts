/** Documents whose prompt or model is blank are refused with one error before anything is sent, also in tests and comparisons. */
import { expect, test } from "vitest";
import { compile } from "../../../../src/prompt/compile/compile.ts";
import { parsePromptDocument } from "../../../../src/prompt/parse/promptDocument.ts";
import { wholeDocument } from "../../../../src/prompt/testing/readTests.ts";
import { planTests } from "../../../../src/promptTests/planTests.ts";

test.each([
  ["an empty document", "", "The document is empty: write a prompt."],
  ["a blank one", "\uFEFF \n\n", "The document is empty: write a prompt."],
  ["a prompt of blank values", "---\nmodel: a\nvars: { x: '' }\n---\n{{x}}", "The prompt is empty."],
  ["a blank field", "---\nmodel: a\nkind: image\nprompt: '{{x}}'\nvars: { x: ' ' }\n---\n", "The prompt is empty."],
  ["a blank prompt of v2", "---\nmodel: a\ninterface: v2\nvars: { x: '' }\n---\n{{x}}", "The prompt is empty."],
  ["a blank model", "---\nmodel: ''\n---\nHello", "`model` is empty."],
  ["a model of a blank value", "---\nmodel: '{{m}}'\nvars: { m: '' }\n---\nHello", "`model` is empty."],
])("%s", (_, text, message) => {
  const document = parsePromptDocument(text);
  const compiled = compile(document, {});
  expect([compiled.requests, compiled.errors.map((error) => error.message)]).toEqual([[], [message]]);
  const planned = planTests(document, [{ ...wholeDocument("It"), models: ["a"] }], {});
  expect([planned.planned, planned.errors.map((error) => error.message)]).toEqual([[], [message]]);
});

test("one blank row of a batch is an error of the whole document", () => {
  const document = parsePromptDocument("---\nmodel: a\nbatch:\n  - x: A fox\n  - x: ''\n---\n{{x}}");
  expect(compile(document, {}).errors.map(({ message }) => message)).toEqual(["The prompt is empty."]);
});
