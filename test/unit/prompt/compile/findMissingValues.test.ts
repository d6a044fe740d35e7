/** The missing values of a run are found before its questions are asked. */
import { expect, test } from "vitest";
import { findMissingValues } from "../../../../src/prompt/compile/findMissingValues.ts";
import { parsePromptDocument } from "../../../../src/prompt/parse/promptDocument.ts";
import type { SuppliedValues } from "../../../../src/prompt/variables/variableSets.ts";

const missing = (text: string, supplied: SuppliedValues = {}) => findMissingValues(parsePromptDocument(text), supplied);

test.each([
  ["{{selection}}", "`{{selection}}` has no value: nothing is selected in the editor that was active before."],
  ["{{file}}", "`{{file}}` has no value: no editor with a text was active before."],
  ["{{clipboard}}", "`{{clipboard}}` has no value: the clipboard has no text."],
  ["{{file:notes.md}}", "`{{file:notes.md}}` has no value: the file cannot be read as text."],
])("%s without a value is reported, with the reason", (reference, message) => {
  expect(missing(`---\nmodel: a\ninstructions: Use ${reference}\n---\n{{input:What?}} ${reference}\n`)).toEqual([message]);
});

test("a question, and values that depend on its answer, are not missing", () => {
  expect(
    missing("---\nkind: image\nmodel: a\nimage: ['{{input:Which?}}.png']\n---\n{{input:What?}} {{date}}\n", { date: "2026-01-01" }),
  ).toEqual([]);
});

test("a file that cannot be read is reported once, for every set of a batch that needs it", () => {
  const text =
    "---\nkind: image\nmodel: a\nimage: [same.png, '{{town}}.png']\nbatch: [{ town: Brest }, { town: Quimper }]\n---\n{{town}}\n";
  const supplied = { attachments: { "Brest.png": "data:image/png;base64,AA==" } };
  expect(missing(text, supplied)).toEqual(["The file `same.png` could not be read.", "The file `Quimper.png` could not be read."]);
});

test("if the file of a batch cannot be read, only that is reported", () => {
  expect(missing("---\nmodel: a\nbatch: towns.csv\n---\n{{town}} {{selection}}\n")).toEqual(["The file of `batch` could not be read."]);
});
