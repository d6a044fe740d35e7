/** Which errors keep a single case from being tested, and which keep the whole document. */
import { expect, test } from "vitest";
import { assertions } from "../../../../src/prompt/assertions/assertions.ts";
import { describeCsv } from "../../../../src/prompt/assist/describeCsv.ts";
import { assignErrors } from "../../../../src/prompt/check/caseErrors.ts";
import { diagnose } from "../../../../src/prompt/diagnose.ts";
import { assertionNames } from "../../../../src/prompt/fields/testFields.ts";
import { parsePromptDocument } from "../../../../src/prompt/parse/promptDocument.ts";
import { readTests } from "../../../../src/prompt/testing/readTests.ts";

/** The numbers of the cases with errors, from 1; `document` if the whole document has one. */
function findConcerned(text: string, csv?: string): (number | "document")[] {
  const document = parsePromptDocument(text);
  const cases = readTests(document, csv);
  const found = diagnose(document, csv === undefined ? {} : { files: { "cases.csv": { exists: true, ...describeCsv(csv, "tests") } } });
  const errors = assignErrors(found, cases);
  const numbers = cases.flatMap((one, index) => (errors.cases.has(one) ? [index + 1] : []));
  return [...(errors.document.length > 0 ? (["document"] as const) : []), ...numbers];
}

const good = "  - { assert: [ { contains: a } ] }";

test.each([
  ["a name of an assertion that is missing", "{ assert: [ { threshold: 1 } ] }"],
  ["a regular expression that is none", "{ assert: [ { regex: '(' } ] }"],
  ["a JSON Schema that is none", "{ assert: [ { is-json: { type: text } } ] }"],
  ["a value of another type", "{ assert: [ { contains-any: 3 } ] }"],
  ["a rubric without a judge", "{ assert: [ { llm-rubric: Is it polite? } ] }"],
  ["a variable that nothing defines", "{ assert: [ { contains: '{{city}}' } ] }"],
  ["a variable without a value", "{ vars: { city: }, assert: [ { contains: '{{city}}' } ] }"],
  ["a reserved name", "{ vars: { date: today }, assert: [ { contains: a } ] }"],
  ["an alias", "{ assert: [ { contains: *other } ] }"],
  ["a field twice", "{ repeat: 2, repeat: 3, assert: [ { contains: a } ] }"],
  ["repetitions that contradict", "{ repeat: 2, atLeast: 3, assert: [ { contains: a } ] }"],
  ["a text instead of a case", "contains a"],
  ["nothing instead of a case", ""],
])("%s keeps one case from being tested", (_, bad) => {
  expect(findConcerned(`---\nmodel: m\ntests:\n${good}\n  - ${bad}\n${good}\n---\nx\n`)).toEqual([2]);
});

/** Values that one assertion or another takes, and some that none does. */
const values = ["[]", "{}", "{ a: 1 }", "[1, { a: 2 }]", "", "~", "text", "'('", "-5", "'>= x'", "true", "nowhere.png"];

test.each([...assertionNames])("a value of `%s`, whatever it is, keeps no other case from being tested", (name) => {
  for (const value of values) {
    const text = `---\nmodel: m\ntests:\n${good}\n  - { assert: [ { ${name}: ${value} } ] }\n${good}\n---\nx\n`;
    expect([[], [2]]).toContainEqual(findConcerned(text));
  }
});

test.each([
  ["no model", `---\ntests:\n${good}\n---\nx\n`],
  ["a variable of the prompt that nothing defines", `---\nmodel: m\ntests:\n${good}\n---\n{{city}}\n`],
  ["YAML without an end", `---\nmodel: m\ntests:\n${good}\n  - { assert: [ { contains: a ] }\n---\nx\n`],
  ["no prompt", `---\nmodel: m\ntests:\n${good}\n---\n`],
])("%s keeps the whole document from being tested", (_, text) => {
  expect(findConcerned(text)).toContain("document");
});

const rows = (...lines: string[]) =>
  findConcerned("---\nmodel: m\ntests: cases.csv\n---\nx\n", ["city,__expected", ...lines, ""].join("\n"));

test.each([
  ["a regular expression that is none", "a,regex: ("],
  ["a rubric without a judge", "a,llm-rubric: Is it polite?"],
  ["a value with a separator that is not quoted", "a,contains: b,c"],
])("in a CSV file, %s keeps one case from being tested", (_, bad) => {
  expect(rows("a,contains: a", bad, "b,contains: b")).toEqual([2]);
});

test.each(assertions.map(({ name }) => name))("in a CSV file, a value of `%s` keeps no other case from being tested", (name) => {
  for (const value of ["", " (", " {", " x", " -5", " [", " >= x"])
    expect([[], [2]]).toContainEqual(rows("a,contains: a", `b,${name}:${value}`, "c,contains: b"));
});

test("quotes without an end keep the whole file from being tested", () => {
  expect(rows("a,contains: a", 'a,"contains: b', "b,contains: b")).toEqual(["document"]);
});

test("variables that only cases set are defined", () => {
  const set = "  - { vars: { city: Brest }, assert: [ { contains: a } ] }";
  expect(findConcerned(`---\nmodel: m\ntests:\n${set}\n---\n{{city}}\n`)).toEqual([]);
  const prompt = (name: string) => `---\nmodel: m\ntests: cases.csv\n---\n{{${name}}}\n`;
  const csv = "city,__expected\nBrest,contains: a\n";
  expect(findConcerned(prompt("city"), csv)).toEqual([]);
  expect(findConcerned(prompt("town"), csv)).toEqual(["document"]);
  expect(findConcerned(prompt("__expected"), csv)).toEqual(["document"]);
});

test("a CSV file with faults in many rows is not tested", () => {
  expect(rows(...Array.from({ length: 30 }, () => "a,contains: a,b"))).toEqual(["document"]);
});
