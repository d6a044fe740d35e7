/** Reports of tests, their comparison with earlier ones, and the table of exit codes. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { abortedError } from "../../../../src/client/http/pause.ts";
import { compareResults, readEarlierResults } from "../../../../src/commandLine/prompt/compareResults.ts";
import { exitCodes } from "../../../../src/commandLine/prompt/exitCodes.ts";
import { writeReport } from "../../../../src/commandLine/prompt/testReport.ts";
import { summarizeTest, type TestResult, unplanned } from "../../../../src/commandLine/prompt/testResult.ts";
import { parsePromptDocument } from "../../../../src/prompt/parse/promptDocument.ts";
import { readTests } from "../../../../src/prompt/testing/readTests.ts";
import { planTests } from "../../../../src/promptTests/planTests.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "generation-studio-reports-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const result = (name: string, state: TestResult["state"], answersCost?: number): TestResult => ({
  ...unplanned("a.gen.md", name, state === "passed" ? [] : [`a.gen.md:4:5: ${state} <&>`]),
  model: "demo-text",
  state,
  answersCost,
});

test("JUnit distinguishes failures, errors and skipped cases, and is written without any case", () => {
  const results = [
    result("a", "passed"),
    result("b", "failed"),
    result("c", "error"),
    result("d", "notRun"),
    unplanned("b.gen.md", undefined, ["b"]),
  ];
  const lines = writeReport("junit", results, "credits").trimEnd().split("\n");
  expect(lines.map((line) => line.trim())).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites tests="5" failures="1" errors="2" skipped="1">',
    '<testsuite name="a.gen.md" tests="4" failures="1" errors="1" skipped="1">',
    '<testcase name="a · demo-text" classname="a.gen.md"/>',
    '<testcase name="b · demo-text" classname="a.gen.md"><failure message="a.gen.md:4:5: failed &lt;&amp;&gt;">a.gen.md:4:5: failed &lt;&amp;&gt;</failure></testcase>',
    '<testcase name="c · demo-text" classname="a.gen.md"><error message="a.gen.md:4:5: error &lt;&amp;&gt;">a.gen.md:4:5: error &lt;&amp;&gt;</error></testcase>',
    '<testcase name="d · demo-text" classname="a.gen.md"><skipped/></testcase>',
    "</testsuite>",
    '<testsuite name="b.gen.md" tests="1" failures="0" errors="1" skipped="0">',
    '<testcase name="document" classname="b.gen.md"><error message="b">b</error></testcase>',
    "</testsuite>",
    "</testsuites>",
  ]);
  expect(writeReport("junit", [], "credits")).toMatch(/<testsuites tests="0" [^>]*>\n<\/testsuites>\n$/);
});

test.each([false, true])("a test that was stopped says that its request may be billed unless nobody bills: %s", (isFree) => {
  const document = parsePromptDocument("---\nmodel: demo-text\ntests:\n  - assert: [{ contains: a }]\n---\nHi\n");
  const [planned] = planTests(document, readTests(document), {}).planned;
  if (planned === undefined) throw new Error("There is no test.");
  const end = { type: "error", error: abortedError({ maybeAccepted: true }), spent: 0 } as const;
  const { reasons } = summarizeTest({ ...planned, file: "a.gen.md", locate: () => "a.gen.md:4:5" }, [end], isFree);
  expect(reasons.join("\n")).toMatch(isFree ? /^(?!.*bill).*may have accepted/ : /may have accepted the task, and billed it/);
});

test("an answer that is not whole is named, also if its test passes", () => {
  const cut = { ...result("a", "passed"), incomplete: ["The answer was cut off."] };
  expect(writeReport("text", [cut], "credits")).toMatch(/^✓ a\.gen\.md: a · demo-text\n {2}The answer was cut off\.\n/);
  expect(JSON.parse(writeReport("json", [cut], "credits"))).toMatchObject({ results: [{ incomplete: ["The answer was cut off."] }] });
});

async function compare(before: readonly TestResult[], now: readonly TestResult[], unit = "$"): Promise<string[]> {
  const file = path.join(folder, "before.json");
  await writeFile(file, writeReport("json", before, unit));
  return compareResults(await readEarlierResults(file), now, "$")
    .trimEnd()
    .split("\n");
}

test("a comparison lists changed verdicts and costs, and counts the others", async () => {
  const before = [
    result("a", "passed", 0.01),
    result("b", "failed", 0.02),
    result("c|*d*", "passed", 0.01),
    result("gone", "passed", 0.01),
    result("same", "passed", 0.01),
    result("unpriced", "passed"),
    result("lost", "passed", 0.01),
  ];
  const now = [
    result("a", "failed", 0.01),
    result("b", "passed", 0.02),
    result("c|*d*", "passed", 0.015),
    result("new", "error"),
    result("same", "passed", 0.01),
    result("unpriced", "passed", 0.0),
    result("lost", "error"),
  ];
  expect(await compare(before, now)).toEqual([
    "**4 of 7 passed** (before: 6 of 7). Cost of all answers: $0.055 and 2 not known (before: $0.07 and 1 not known).",
    "",
    "| document | case | model | verdict | cost |",
    "|---|---|---|---|---|",
    "| a.gen.md | a | demo-text | ✅ passed → ❌ failed | $0.01 |",
    "| a.gen.md | b | demo-text | ❌ failed → ✅ passed | $0.02 |",
    "| a.gen.md | c\\|\\*d\\* | demo-text | ✅ passed | $0.01 → $0.015 (+50 %) |",
    "| a.gen.md | new | demo-text | new: ⚠️ error | not known |",
    "| a.gen.md | unpriced | demo-text | ✅ passed | not known → $0 |",
    "| a.gen.md | lost | demo-text | ✅ passed → ⚠️ error | $0.01 → not known |",
    "| a.gen.md | gone | demo-text | ✅ passed → removed | $0.01 |",
    "",
    "1 other is unchanged.",
  ]);
});

test("costs in another unit are neither added to earlier ones nor compared with them", async () => {
  const before = [result("a", "passed", 0.01), result("b", "passed", 0.02), result("c", "passed")];
  const now = [result("a", "passed", 0.01), result("b", "failed"), result("c", "passed")];
  expect(await compare(before, now, "demo credits")).toEqual([
    "**2 of 3 passed** (before: 3 of 3). Cost of all answers: $0.01 and 2 not known (before: 0.03 demo credits and 1 not known).",
    "",
    "| document | case | model | verdict | cost |",
    "|---|---|---|---|---|",
    "| a.gen.md | a | demo-text | ✅ passed | 0.01 demo credits → $0.01 |",
    "| a.gen.md | b | demo-text | ✅ passed → ❌ failed | 0.02 demo credits → not known |",
    "",
    "1 other is unchanged.",
  ]);
});

test("cases of one name are compared in their order", async () => {
  const lines = await compare([result("a", "passed"), result("a", "failed")], [result("a", "passed"), result("a", "failed")]);
  expect(lines.at(-1)).toBe("No verdict or cost has changed.");
});

test("an earlier report of PowerShell in UTF-16, with another spelling of a path, is compared", async () => {
  const file = path.join(folder, "before.json");
  const earlier = { ...result("a", "passed", 1), file: ".\\prompts\\a.gen.md" };
  await writeFile(file, Buffer.from(`\uFEFF${writeReport("json", [earlier], "credits")}`, "utf16le"));
  const now = { ...earlier, file: "prompts/a.gen.md" };
  expect(compareResults(await readEarlierResults(file), [now], "credits")).toContain("No verdict or cost has changed.");
});

test.each(["{}", "x", "[]"])("%s is no earlier report", async (text) => {
  const file = path.join(folder, "wrong.json");
  await writeFile(file, text);
  await expect(readEarlierResults(file)).rejects.toThrow("is not a report that `--reporter json` wrote");
  await expect(readEarlierResults(path.join(folder, "missing.json"))).rejects.toThrow("The earlier results cannot be read");
});

test("the documentation has the table of exit codes", async () => {
  const page = await readFile(new URL("../../../../docs/prompt-documents.md", import.meta.url), "utf8");
  const part = page.split("<!-- exit codes -->")[1]?.split("<!-- /exit codes -->")[0] ?? "";
  expect(part.trim().split("\n").slice(2)).toEqual(exitCodes.map(([code, meaning]) => `| ${code} | ${meaning} |`));
});
