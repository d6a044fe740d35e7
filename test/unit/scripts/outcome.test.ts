/** Reports and exit codes in; what `npm test` counts, out. */
import { describe, expect, test } from "vitest";
import { add, judge, nothing, readReport } from "../../../scripts/testing/outcome.ts";

const vitestReport = (testResults: unknown[]) =>
  JSON.stringify({ numPassedTests: 3, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1, testResults });

describe("a report", () => {
  test("of vitest is counted with what was left out", () => {
    const file = { status: "failed", assertionResults: [{ status: "failed" }, { status: "passed" }] };
    expect(readReport("vitest", vitestReport([file]))).toEqual({ passed: 3, failed: 1, skipped: 3 });
  });

  test("of vitest counts a file that could not be loaded as a failure", () => {
    const file = { status: "failed", assertionResults: [] };
    expect(readReport("vitest", vitestReport([file])).failed).toBe(2);
  });

  test("of the extension host is taken as it is", () => {
    expect(readReport("host", '{"passed":4,"failed":0,"skipped":1,"failures":[]}')).toEqual({ passed: 4, failed: 0, skipped: 1 });
  });

  test("that is none is refused", () => {
    expect(() => readReport("host", "{}")).toThrow();
    expect(() => readReport("vitest", "")).toThrow();
  });
});

describe("a suite", () => {
  const good = { passed: 2, failed: 0, skipped: 0 };

  test("that ended well counts as reported", () => {
    expect(judge(0, good)).toEqual(good);
  });

  test("that crashed after its last test has failed", () => {
    expect(judge(1, good)).toEqual({ ...good, failed: 1 });
    expect(judge(null, good)).toEqual({ ...good, failed: 1 });
  });

  test("that wrote no report has failed, whatever its exit code", () => {
    expect(judge(0, undefined)).toEqual({ ...nothing, failed: 1 });
  });

  test("that ran no test has failed", () => {
    expect(judge(0, nothing).failed).toBe(1);
  });

  test("whose failures are reported is not counted twice", () => {
    expect(judge(1, { passed: 1, failed: 2, skipped: 0 }).failed).toBe(2);
  });
});

test("outcomes add up", () => {
  expect(add({ passed: 1, failed: 2, skipped: 3 }, { passed: 10, failed: 20, skipped: 30 })).toEqual({
    passed: 11,
    failed: 22,
    skipped: 33,
  });
});
