/** Answers of the command line, QUESTION=TEXT, of which both parts may contain `=`. */
import { expect, test } from "vitest";
import { fetchAllowed } from "../../../../src/commandLine/prompt/fetchAllowed.ts";
import { readPromptCommandLine } from "../../../../src/commandLine/prompt/readCommandLine.ts";
import { parsePromptDocument } from "../../../../src/prompt/parse/promptDocument.ts";

test.each([
  ["Colour?", "Colour?=blue", "blue"],
  ["Is 1+1=2?", "Is 1+1=2?=a=b", "a=b"],
  ["a=b", "a=b=c", "c"],
  ["a", "a=b=c", "b=c"],
])("the answer to “%s” in %s is “%s”", async (question, written, answer) => {
  const { answers } = readPromptCommandLine(["run", "a.gen.md", "--answer", written]);
  const document = parsePromptDocument(`---\nmodel: demo-text\n---\n{{input:${question}}} {{input:Other?}}\n`);
  const allowed = { outside: false, secrets: false, local: false };
  const values = await fetchAllowed("a.gen.md", document, { values: {}, answers, allowed, report: () => undefined });
  expect(values?.answers).toEqual({ [question]: answer });
});

test("an answer without a question is refused", () => {
  expect(() => readPromptCommandLine(["run", "a.gen.md", "--answer", "=blue"])).toThrow(/NAME=TEXT/);
});
