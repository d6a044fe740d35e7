/** While a document is being typed, unfinished parts cause no diagnostics yet. */
import { expect, test } from "vitest";
import { withoutUnfinished } from "../../../../src/prompt/assist/withoutUnfinished.ts";
import { diagnose } from "../../../../src/prompt/diagnose.ts";
import type { Diagnostic } from "../../../../src/prompt/diagnostic.ts";
import { parsePromptDocument } from "../../../../src/prompt/parse/promptDocument.ts";
import { marked } from "../marked.ts";

const find = (text: string): Diagnostic[] => diagnose(parsePromptDocument(text), {});

/** Types a text with the cursor at `|`. @returns the codes of the visible diagnostics. */
function typed(text: string, shown: readonly Diagnostic[] = [], isOnEditedLine = true): string[] {
  const { document, offset } = marked(text);
  const start = document.text.lastIndexOf("\n", offset - 1) + 1;
  const newline = document.text.indexOf("\n", offset);
  const line = { start, end: newline === -1 ? document.text.length : newline };
  return withoutUnfinished(diagnose(document, {}), shown, { line, isOnEditedLine }).map(({ code }) => code);
}

test.each(["-|", "---|", "---\nk|", "---\nkind: |", "---\nkind: image\nmodel: |", "---\nvars: { a: '|"])("%j is no problem", (text) => {
  expect(typed(text)).toEqual([]);
});

test.each(["---\n|", "---\nkind: image\n|", "---\nkind: image\nmodel: a\n---\n|"])("a new line of %j asks for nothing yet", (text) => {
  expect(typed(text, [], false)).toEqual([]);
});

test("a diagnostic is shown when the cursor leaves its line", () => {
  const text = "---\nmodel: a\nsiez: 1k\n|\n---\nHi\n";
  expect(typed(text, [], false)).toEqual(["unknownField"]);
  expect(typed("---\nmodel: a\nsiez: 1k|\n---\nHi\n")).toEqual([]);
});

test("a diagnostic elsewhere that the edited line causes waits too", () => {
  expect(find("---\nkind: image\nmodel: a\ninstructions: x\n---\nHi\n").map(({ code }) => code)).toContain("foreignField");
  expect(typed("---\nkind: image|\nmodel: a\ninstructions: x\n---\nHi\n")).toEqual([]);
});

test("a diagnostic that was already visible stays", () => {
  const before = find("---\nmodel: a\nsiez: 1k\n---\n{{nobody}}\n");
  expect(typed("---\nmodel: a\nsiez: 12|\n---\n{{nobody}}\n", before)).toEqual(["unknownField", "undefinedVariable"]);
});
