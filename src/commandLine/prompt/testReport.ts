/** Writes the results of tests, for people or for other programs. */
import { describeVerdict } from "../../prompt/tests/rubric.ts";
import type { PaidJudgement } from "../../promptTests/runTests.ts";
import type { TestResult } from "./testResult.ts";

export const reporters = ["text", "json", "junit"] as const;
export type Reporter = (typeof reporters)[number];

export function writeReport(reporter: Reporter, results: readonly TestResult[]): string {
  switch (reporter) {
    case "text":
      return writeText(results);
    case "json":
      return `${JSON.stringify({ ...summarize(results), results: results.map(describe) }, undefined, 2)}\n`;
    case "junit":
      return writeJunit(results);
  }
}

function summarize(results: readonly TestResult[]) {
  const count = (state: TestResult["state"]) => results.filter((result) => result.state === state).length;
  return {
    passed: count("passed"),
    failed: count("failed"),
    notRun: count("notRun"),
    cost: results.reduce((sum, { cost }) => sum + cost, 0),
    cached: results.reduce((sum, { cached }) => sum + cached, 0),
  };
}

function describe({ planned, state, reasons, judgements, cost, latency, cached }: TestResult) {
  const judged = judgements.map((one) => ({ ...describeJudgement(one), cost: one.cost, isCached: one.isCached }));
  return { file: planned.file, case: planned.test.name, model: planned.model, state, cost, latency, cached, judgements: judged, reasons };
}

function describeJudgement(judgement: PaidJudgement) {
  switch (judgement.type) {
    case "rubric":
      return { judge: judgement.model, ...judgement.verdict };
    case "transcript":
      return { transcriber: judgement.model, words: judgement.words };
  }
}

const marks: Record<TestResult["state"], string> = { passed: "✓", failed: "✗", notRun: "-" };

function writeText(results: readonly TestResult[]): string {
  const lines = results.flatMap(({ planned, state, reasons, judgements, cost, latency }) => {
    const facts = [...(latency === undefined ? [] : [`${latency} ms`]), ...(cost > 0 ? [`cost ${writeAmount(cost)}`] : [])];
    const line = [`${marks[state]} ${planned.file}: ${planned.test.name}`, planned.model, ...facts].join(" · ");
    return [line, ...judgements.map((one) => `  ${writeJudgement(one)}`), ...reasons.map((reason) => `  ${reason}`)];
  });
  const { passed, failed, notRun, cost, cached } = summarize(results);
  const parts = [`${passed} passed`, `${failed} failed`, ...(notRun > 0 ? [`${notRun} not run`] : [])];
  const facts = [...(cost > 0 ? [`cost ${writeAmount(cost)}`] : []), ...(cached > 0 ? [`${cached} from the cache`] : [])];
  return `${[...lines, [parts.join(", "), ...facts].join(" · ")].join("\n")}\n`;
}

function writeJudgement(judgement: PaidJudgement): string {
  const { cost, isCached } = judgement;
  const price = isCached ? " · from the cache" : cost === undefined ? "" : ` · cost ${writeAmount(cost)}`;
  switch (judgement.type) {
    case "rubric":
      return `judged by ${describeVerdict(judgement)}${price}`;
    case "transcript":
      return `heard by ${judgement.model}: ${judgement.words ?? "no transcript"}${price}`;
  }
}

function writeAmount(amount: number): string {
  return String(Number(amount.toPrecision(6)));
}

/** JUnit XML for CI servers, with a suite for each document. */
function writeJunit(results: readonly TestResult[]): string {
  const files = Map.groupBy(results, ({ planned }) => planned.file);
  const suites = [...files].map(([file, own]) => {
    const { failed, notRun } = summarize(own);
    const cases = own.map((result) => writeCase(result)).join("");
    return `  <testsuite name="${escapeXml(file)}" tests="${own.length}" failures="${failed}" skipped="${notRun}">\n${cases}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join("")}</testsuites>\n`;
}

function writeCase({ planned, state, reasons, latency }: TestResult): string {
  const name = escapeXml(`${planned.test.name} · ${planned.model}`);
  const time = latency === undefined ? "" : ` time="${latency / 1000}"`;
  const open = `    <testcase name="${name}" classname="${escapeXml(planned.file)}"${time}`;
  if (state === "passed") return `${open}/>\n`;
  if (state === "notRun") return `${open}><skipped/></testcase>\n`;
  const [first = ""] = reasons;
  return `${open}><failure message="${escapeXml(first)}">${escapeXml(reasons.join("\n"))}</failure></testcase>\n`;
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
