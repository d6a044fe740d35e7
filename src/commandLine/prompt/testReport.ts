/** Writes the results of tests, for people or for other programs. */
import { writeAmount } from "../../contract/writeAmount.ts";
import { describeVerdict } from "../../prompt/assertions/rubric.ts";
import type { PaidJudgement } from "../../promptTests/runTests.ts";
import type { TestResult } from "./testResult.ts";

export const reporters = ["text", "json", "junit"] as const;
export type Reporter = (typeof reporters)[number];

export function writeReport(reporter: Reporter, results: readonly TestResult[], unit: string): string {
  switch (reporter) {
    case "text":
      return writeText(results, unit);
    case "json":
      return `${JSON.stringify({ ...summarize(results), unit, results: results.map(describe) }, undefined, 2)}\n`;
    case "junit":
      return writeJunit(results);
  }
}

function summarize(results: readonly TestResult[]) {
  const count = (state: TestResult["state"]) => results.filter((result) => result.state === state).length;
  return {
    passed: count("passed"),
    failed: count("failed"),
    errors: count("error"),
    notRun: count("notRun"),
    cost: results.reduce((sum, { cost }) => sum + cost, 0),
    cached: results.reduce((sum, { cached }) => sum + cached, 0),
  };
}

function describe({ file, name, model, state, reasons, incomplete, judgements, cost, answersCost, latency, cached }: TestResult) {
  const judged = judgements.map((one) => ({ ...describeJudgement(one), cost: one.cost, isCached: one.isCached }));
  return {
    file,
    case: name,
    model,
    state,
    cost,
    answersCost,
    latency,
    cached,
    judgements: judged,
    reasons,
    ...(incomplete.length === 0 ? {} : { incomplete }),
  };
}

function describeJudgement(judgement: PaidJudgement) {
  switch (judgement.type) {
    case "rubric":
      return { judge: judgement.model, ...judgement.verdict };
    case "transcript":
      return { transcriber: judgement.model, words: judgement.words };
  }
}

const marks: Record<TestResult["state"], string> = { passed: "✓", failed: "✗", error: "!", notRun: "-" };

function writeText(results: readonly TestResult[], unit: string): string {
  const costs = (cost: number) => `cost ${writeAmount(cost, unit)}`;
  const lines = results.flatMap(({ file, name, model, state, reasons, incomplete, judgements, cost, latency }) => {
    const facts = [...(latency === undefined ? [] : [`${latency} ms`]), ...(cost > 0 ? [costs(cost)] : [])];
    const title = name === undefined ? file : `${file}: ${name}`;
    const line = [`${marks[state]} ${title}`, ...(model === undefined ? [] : [model]), ...facts].join(" · ");
    return [line, ...[...incomplete, ...judgements.map((one) => writeJudgement(one, costs)), ...reasons].map((one) => `  ${one}`)];
  });
  const { passed, failed, errors, notRun, cost, cached } = summarize(results);
  const parts = [
    `${passed} passed`,
    `${failed} failed`,
    ...(errors > 0 ? [`${errors} with errors`] : []),
    ...(notRun > 0 ? [`${notRun} not run`] : []),
  ];
  const facts = [...(cost > 0 ? [costs(cost)] : []), ...(cached > 0 ? [`${cached} from the cache`] : [])];
  return `${[...lines, [parts.join(", "), ...facts].join(" · ")].join("\n")}\n`;
}

function writeJudgement(judgement: PaidJudgement, costs: (cost: number) => string): string {
  const { cost, isCached } = judgement;
  const price = isCached ? " · from the cache" : cost === undefined ? "" : ` · ${costs(cost)}`;
  switch (judgement.type) {
    case "rubric":
      return `judged by ${describeVerdict(judgement)}${price}`;
    case "transcript":
      return `heard by ${judgement.model}: ${judgement.words ?? "no transcript"}${price}`;
  }
}

/** JUnit XML for CI servers, with a suite for each document. */
function writeJunit(results: readonly TestResult[]): string {
  const files = Map.groupBy(results, ({ file }) => file);
  const suites = [...files].map(([file, own]) => {
    const cases = own.map((result) => writeCase(result)).join("");
    return `  <testsuite name="${escapeXml(file)}" ${writeCounts(own)}>\n${cases}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${writeCounts(results)}>\n${suites.join("")}</testsuites>\n`;
}

function writeCounts(results: readonly TestResult[]): string {
  const { failed, errors, notRun } = summarize(results);
  return `tests="${results.length}" failures="${failed}" errors="${errors}" skipped="${notRun}"`;
}

function writeCase({ file, name, model, state, reasons, latency }: TestResult): string {
  const title = escapeXml([name ?? "document", ...(model === undefined ? [] : [model])].join(" · "));
  const time = latency === undefined ? "" : ` time="${latency / 1000}"`;
  const open = `    <testcase name="${title}" classname="${escapeXml(file)}"${time}`;
  switch (state) {
    case "passed":
      return `${open}/>\n`;
    case "notRun":
      return `${open}><skipped/></testcase>\n`;
    case "failed":
    case "error": {
      const element = state === "failed" ? "failure" : "error";
      const [first = ""] = reasons;
      return `${open}><${element} message="${escapeXml(first)}">${escapeXml(reasons.join("\n"))}</${element}></testcase>\n`;
    }
  }
}

/** Leaves out characters that XML 1.0 does not allow. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\n", "&#10;");
}
