/** Tests how `npm test` counts reports and exit codes. */
import path from "node:path";
import { describe, expect, test } from "vitest";
import { add, type FileOutcome, judge, nothing, readReport } from "../../../scripts/testing/outcome.ts";
import { describeFailedTests, summarize } from "../../../scripts/testing/summary.ts";
import { repositoryFolder } from "../../../scripts/vscodeHost/serverLocation.ts";

const vitestReport = (status: string, ...statuses: string[]) =>
  JSON.stringify({
    testResults: [
      {
        name: path.join(repositoryFolder, "test", "unit", "some.test.ts"),
        startTime: 1000,
        endTime: 3500,
        status,
        message: statuses.includes("failed") ? "" : "SyntaxError: missing )",
        assertionResults: statuses.map((each) => ({
          status: each,
          fullName: `a thing ${each}`,
          failureMessages: each === "failed" ? ["AssertionError: expected 1 to be 2\n    at some.test.ts:3:1"] : [],
        })),
      },
    ],
  });

const fileOf = (outcome: Partial<FileOutcome>): FileOutcome => ({
  file: "test/unit/some.test.ts",
  seconds: 1,
  failedTests: [],
  ...nothing,
  ...outcome,
});

describe("a report", () => {
  test("of vitest is counted for each file, with skipped tests", () => {
    const text = vitestReport("failed", "passed", "passed", "failed", "skipped", "todo");
    const [where, message] = ["test/unit/some.test.ts", "AssertionError: expected 1 to be 2\n    at some.test.ts:3:1"];
    const failedTests = [{ where, test: "a thing failed", message }];
    expect(readReport("vitest", text)).toEqual([{ file: where, seconds: 2.5, passed: 2, failed: 1, skipped: 2, failedTests }]);
  });

  test("of vitest counts a file that could not be loaded as a failure", () => {
    const failedTests = [{ test: "could not be loaded or set up", message: "SyntaxError: missing )" }];
    expect(readReport("vitest", vitestReport("failed"))).toMatchObject([{ passed: 0, failed: 1, failedTests }]);
    expect(readReport("vitest", vitestReport("failed", "passed"))).toMatchObject([{ passed: 1, failed: 1 }]);
  });

  test("of the extension host is used as it is", () => {
    const file = fileOf({ passed: 4, skipped: 1 });
    expect(readReport("host", JSON.stringify({ files: [file] }))).toEqual([file]);
  });

  test("that is invalid is refused", () => {
    expect(() => readReport("host", "{}")).toThrow();
    expect(() => readReport("vitest", "{}")).toThrow();
    expect(() => readReport("vitest", "")).toThrow();
  });
});

describe("a suite", () => {
  const good = { passed: 2, failed: 0, skipped: 0 };

  test("that ended normally has the reported results", () => {
    expect(judge(0, [fileOf({ passed: 1 }), fileOf({ passed: 1 })])).toEqual(good);
  });

  test("that crashed after its last test counts as failed", () => {
    expect(judge(1, [fileOf(good)])).toEqual({ ...good, failed: 1 });
    expect(judge(null, [fileOf(good)])).toEqual({ ...good, failed: 1 });
  });

  test("that wrote no report, or ran no test, counts as failed, whatever its exit code", () => {
    expect(judge(0, [])).toEqual({ ...nothing, failed: 1 });
    expect(judge(0, [fileOf({ skipped: 1 })])).toMatchObject({ failed: 1 });
  });

  test("whose failures are reported is not counted twice", () => {
    expect(judge(1, [fileOf({ passed: 1, failed: 2 })]).failed).toBe(2);
  });
});

test("outcomes add up", () => {
  expect(add({ passed: 1, failed: 2, skipped: 3 }, { passed: 10, failed: 20, skipped: 30 })).toEqual({
    passed: 11,
    failed: 22,
    skipped: 33,
  });
});

test("the summary counts by folder, and lists the slowest files", () => {
  const files = [
    fileOf({ file: "test/ui/slow.test.ts", seconds: 70.4, passed: 3 }),
    fileOf({ file: "test/unit/prompt/quick.test.ts", passed: 5 }),
    fileOf({ file: "test/unit/broken.test.ts", passed: 1, failed: 2 }),
  ];
  expect(summarize(files)).toBe(
    [
      "test/ui: 3 passed, 0 failed in 1 files",
      "test/unit: 6 passed, 2 failed in 2 files",
      "Slowest: slow.test.ts 70 s, quick.test.ts 1 s, broken.test.ts 1 s",
    ].join("\n"),
  );
});

test("each failure is described by its file, its full name and the first lines of its message", () => {
  const message = [
    "\u001B[31mAssertionError\u001B[39m: expected 1 to be 2",
    "",
    ...Array.from({ length: 9 }, (_, line) => `at ${line}`),
  ].join("\n");
  const failedTests = [
    { where: "test/unit/some.test.ts", test: "a thing works", message },
    { where: "types", test: "ended with exit code 1", message: "" },
  ];
  expect(describeFailedTests(failedTests)).toBe(
    [
      "Failed: test/unit/some.test.ts: a thing works",
      "    AssertionError: expected 1 to be 2",
      ...Array.from({ length: 5 }, (_, line) => `    at ${line}`),
      "Failed: types: ended with exit code 1",
    ].join("\n"),
  );
});
