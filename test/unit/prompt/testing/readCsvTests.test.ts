/** Cases in a CSV file. */
import { expect, test } from "vitest";
import { readExpected } from "../../../../src/prompt/assertions/readExpected.ts";
import { complete } from "../../../../src/prompt/assist/complete.ts";
import { diagnose } from "../../../../src/prompt/diagnose.ts";
import type { Facts } from "../../../../src/prompt/facts.ts";
import { findCasesFile, findTests } from "../../../../src/prompt/findTests.ts";
import { parsePromptDocument } from "../../../../src/prompt/parse/promptDocument.ts";
import { findCsvErrors, readCsvTests } from "../../../../src/prompt/testing/readCsvTests.ts";
import { readTests } from "../../../../src/prompt/testing/readTests.ts";

test.each([
  ["", undefined],
  ["Brest", { name: "equals", value: "Brest" }],
  ["Note: this is a text", { name: "equals", value: "Note: this is a text" }],
  ["equals: a: b", { name: "equals", value: "a: b" }],
  ["contains: lighthouse", { name: "contains", value: "lighthouse" }],
  ["not-icontains:as an AI", { name: "icontains", isNegated: true, value: "as an AI" }],
  ['contains-all: one, "two, three", "a ""b"""', { name: "contains-all", value: ["one", "two, three", 'a "b"'] }],
  ["contains-any:a,b", { name: "contains-any", value: ["a", "b"] }],
  ["is-json", { name: "is-json", value: true }],
  ['contains-json: {"required":["a"]}', { name: "contains-json", value: { required: ["a"] } }],
  ["levenshtein(3): Brest", { name: "levenshtein", value: "Brest", threshold: 3 }],
  ["levenshtein: Brest", { name: "levenshtein", value: "Brest", threshold: 0.75 }],
  ["cost(0.02)", { name: "cost", value: { max: 0.02 } }],
  ["latency(1000)", { name: "latency", value: { max: 1000 } }],
  ["is-refusal", { name: "refusal", value: true }],
  ["not-is-refusal", { name: "refusal", isNegated: true, value: true }],
  ["grade: is kind", { name: "llm-rubric", value: "is kind" }],
  ["similarTo(0.9): a.png", { name: "similarTo", value: "a.png", threshold: 0.9 }],
  ["width: 1024", { name: "width", value: 1024 }],
  ["levenshtein(-1): Brest", { name: "levenshtein", value: "Brest", threshold: -1 }],
  ["levenshtein( .5 ): Brest", { name: "levenshtein", value: "Brest", threshold: 0.5 }],
  ["levenshtein(3,5): Brest", { name: "levenshtein", value: "Brest", threshold: "3,5" }],
  ["cost(cheap)", { name: "cost", threshold: "cheap" }],
  ["similar(.8): Brest", { name: "similar", value: "Brest" }],
  ["file://check.js", { name: "file" }],
  ["javascript: output.length > 3", { name: "javascript", value: "output.length > 3" }],
])("the cell %j asserts %j", (cell, expected) => {
  const found = readExpected(cell);
  if (expected === undefined) expect(found).toBeUndefined();
  else expect(found).toMatchObject({ isNegated: false, ...expected });
});

const csv = `town,__expected,__expected2,__description,__config:__expected2:threshold,__metric
Brest,contains: {{town}},levenshtein: "Brest",the harbour,4,x
"Quimper
sur mer",javascript: 1,,,,
`;

test("a row has its variables, its assertions with their thresholds, and its line", () => {
  expect(readCsvTests(csv)).toMatchObject([
    {
      description: "the harbour",
      vars: { town: "Brest" },
      assertions: [
        { name: "contains", threshold: undefined },
        { name: "levenshtein", threshold: 4 },
      ],
      line: 1,
    },
    { description: undefined, vars: { town: "Quimper\nsur mer" }, assertions: [{ name: "javascript" }], line: 2 },
  ]);
});

test("a threshold belongs to the assertion with its number, whichever cells of its row are empty", () => {
  const rows = ["town,__expected1,__expected2,__config:__expected1:threshold,__config:__expected2:threshold"];
  rows.push("a,,levenshtein: Brest,,2", "b,levenshtein: Brest,,1,", "c,contains: x,levenshtein: y,,3", "d,,levenshtein: Brest,4,");
  expect(readCsvTests(rows.join("\n")).map(({ assertions }) => assertions.map(({ threshold }) => threshold))).toEqual([
    [2],
    [1],
    [undefined, 3],
    [0.75],
  ]);
  rows.push("e,contains: x,,5,");
  const message = (threshold: number) => `The threshold ${threshold} has no effect: no assertion of its column takes one.`;
  expect(findCsvErrors(rows.join("\n"))).toEqual([
    { code: "csvWithoutEffect", line: 4, message: message(4) },
    { code: "csvWithoutEffect", line: 5, message: message(5) },
  ]);
});

test("cells without effect and unknown assertions are reported with their line", () => {
  expect(findCsvErrors(csv)).toEqual([{ code: "caseInFile", line: 2, message: "`javascript` is never run: a document runs no code." }]);
  expect(findCsvErrors("a,__prefix,__expected\n1,x,similar(0.8): y\n")).toEqual([
    { code: "csvWithoutEffect", line: 0, message: "The column `__prefix` has no effect." },
    { code: "caseInFile", line: 1, message: "There is no assertion `similar`; the case does not pass." },
  ]);
  expect(findCsvErrors("a,__expected\n")).toEqual([{ code: "csvWithoutEffect", line: 0, message: "The file has no cases." }]);
  expect(findCsvErrors("a,__expected,__config:__expected:threshold\n1,regex: (,\n2,,\n3,levenshtein: b,80%\n4,contains:,\n")).toMatchObject(
    [
      { code: "csvInvalid", line: 1 },
      { code: "csvWithoutEffect", line: 2, message: "The case asserts nothing, so it always passes." },
      { code: "csvInvalid", line: 3, message: 'The threshold "80%" is not a number.' },
      { code: "csvInvalid", line: 4, message: "`contains`: The text is empty." },
    ],
  );
});

const text = "---\nmodel: m\nmodels: [a, b]\nrepeat: 2\nvars: { town: x }\ntests: cases.csv\n---\n{{town}}\n";

test("a document has the cases of its file, with its own models", () => {
  const document = parsePromptDocument(text);
  expect(readTests(document)).toEqual([]);
  expect(readTests(document, csv)).toMatchObject([
    { name: "the harbour", models: ["a", "b"], repeat: 2, row: { file: "cases.csv", line: 1 } },
    { name: "Case 2 (town: Quimper\nsur mer)", row: { line: 2 } },
  ]);
  expect(findCasesFile(text)).toBe("cases.csv");
  expect(findTests(text, csv)?.cases).toMatchObject([{ file: "cases.csv", start: { line: 1 } }, { start: { line: 2 } }]);
});

test("the file is reported as missing, or shows errors at their lines", () => {
  const find = (facts: Facts, written = text) =>
    diagnose(parsePromptDocument(written), facts).map(({ code, elsewhere }) => [code, elsewhere?.line]);
  expect(find({})).toEqual([]);
  expect(find({ files: { "cases.csv": { exists: false } } })).toEqual([["missingFile", undefined]]);
  expect(find({ files: { "cases.csv": { exists: true, text: csv } } })).toEqual([["caseInFile", 2]]);
  expect(find({ files: { "cases.csv": { exists: true, text: "__expected\ngrade: kind\n" } } })).toEqual([["judgeMissing", undefined]]);
  expect(find({}, text.replace("cases.csv", "12"))).toEqual([["wrongType", undefined]]);
});

test("its path is completed", () => {
  const facts: Facts = { paths: ["cases.csv", "a.png"] };
  const written = text.replace("tests: cases.csv", "tests: ");
  expect(complete(parsePromptDocument(written), written.indexOf("tests: ") + 7, facts).map(({ label }) => label)).toContain("cases.csv");
  expect(complete(parsePromptDocument(written), written.indexOf("tests: ") + 7, facts).map(({ label }) => label)).not.toContain("a.png");
});

test.each([
  ["Contains: x", "contains"],
  ["containss: x", "contains"],
  ["not-contain: as an AI", "contains"],
  ["not contains: x", "contains"],
  ["!icontains: x", "icontains"],
  ["starts_with: x", "starts-with"],
  ["levenshtien(3): x", "levenshtein"],
  ["regex : x", "regex"],
])("the cell %j is a text that was probably meant as %s", (cell, name) => {
  const message = `A cell is read as the text of the whole answer. Did you mean \`${name}: …\`? Write \`equals: …\` if not.`;
  expect(findCsvErrors(`a,__expected\nx,${cell}\n`)).toEqual([{ code: "csvWithoutEffect", line: 1, message }]);
});

test.each(["Note: a text", "Answer: yes", "equals: Contains: x", "https://example.com/a", "12:30", "not contained"])(
  "the cell %j is a text like any other",
  (cell) => {
    expect(findCsvErrors(`a,__expected\nx,${cell}\n`)).toEqual([]);
  },
);

test("a threshold in a column of its own is the maximum of a cost or a latency, and elsewhere reported if it has no effect", () => {
  const csvOf = (cell: string) => `a,__expected,__config:__expected:threshold\nx,${cell},2000\n`;
  for (const cell of ["cost", "latency"]) {
    expect(findCsvErrors(csvOf(cell))).toEqual([]);
    expect(readCsvTests(csvOf(cell))).toMatchObject([{ assertions: [{ name: cell, value: { max: 2000 }, threshold: undefined }] }]);
  }
  expect(findCsvErrors("a,__expected\nx,contains(3): y\n")).toMatchObject([
    { message: "`contains` takes no threshold, so 3 has no effect." },
  ]);
});
