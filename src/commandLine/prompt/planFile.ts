import path from "node:path";
import { assignErrors } from "../../prompt/check/caseErrors.ts";
import { describeDiagnostic } from "../../prompt/files/checkText.ts";
import type { PromptDocument } from "../../prompt/parse/promptDocument.ts";
import { findTestsFile, readTests, type TestCase } from "../../prompt/testing/readTests.ts";
import { decodeFileText } from "../../prompt/text/textEncoding.ts";
import { findLineStarts, positionAt } from "../../prompt/text/textRange.ts";
import type { SuppliedValues } from "../../prompt/variables/variableSets.ts";
import { type PlanOptions, planTests } from "../../promptTests/planTests.ts";
import type { MatchedDocument } from "./checkDocuments.ts";
import { fetchAllowed, readAllowed, type ValueOptions } from "./fetchAllowed.ts";
import { readDiagnosed } from "./readDocument.ts";
import { type FileTest, type TestResult, unplanned } from "./testResult.ts";

/** A document with tests, and the values of its variables. */
export interface TestedDocument {
  file: string;
  document: PromptDocument;
  /** Those without errors. */
  tests: readonly TestCase[];
  /** The other cases, whose errors were reported. */
  failed: readonly TestResult[];
  values: SuppliedValues;
}

type TestedOptions = ValueOptions & Pick<MatchedDocument, "folders">;

/** The document with its cases, or why it cannot be tested, which was reported. */
export async function readTestedFile(file: string, given: TestedOptions): Promise<TestedDocument | TestResult> {
  const reasons: string[] = [];
  const report = (line: string) => {
    if (/: error: /.test(line)) reasons.push(line);
    given.report(line);
  };
  return (await readCases(file, { ...given, report })) ?? unplanned(file, undefined, reasons);
}

/** undefined: the document cannot be tested, which was reported. */
async function readCases(file: string, options: TestedOptions): Promise<TestedDocument | undefined> {
  const read = await readDiagnosed(file, options);
  if (read === undefined) return undefined;
  const { document, found } = read;
  const named = findTestsFile(document);
  const csv = named && (await readAllowed(file, named.address, options));
  if (named !== undefined && csv === undefined) return undefined;
  const cases = readTests(document, csv && decodeFileText(csv, TextDecoder));
  const errors = assignErrors(found, cases);
  if (errors.document.length > 0) return undefined;
  const tests = cases.filter((test) => !errors.cases.has(test));
  const failed = [...errors.cases].map(([{ name }, its]) =>
    unplanned(
      file,
      name,
      its.map((one) => describeDiagnostic(file, document.text, one)),
    ),
  );
  if (tests.length === 0) return { file, document, tests, failed, values: {} };
  const values = await fetchAllowed(file, document, options, tests);
  return values && { file, document, tests, failed, values };
}

/** Whether planning the cases needs the service's list of models: `models` replace theirs, or a case has models but no kind. */
export function needsCatalogue({ tests }: TestedDocument, models: readonly string[]): boolean {
  return models.length > 0 || tests.some((test) => test.kind === undefined && test.models.length > 0);
}

/** The requests, and the cases for which none can be built, which were reported. */
export function planFile(
  { file, document, tests, failed: invalid, values }: TestedDocument,
  options: PlanOptions & Pick<ValueOptions, "report">,
): { planned: FileTest[]; failed: TestResult[] } {
  const starts = findLineStarts(document.text);
  const locate = ({ row }: TestCase, offset: number) => {
    if (row !== undefined) return `${path.join(path.dirname(file), row.file)}:${row.line + 1}:1`;
    const { line, character } = positionAt(starts, offset);
    return `${file}:${line + 1}:${character + 1}`;
  };
  const { planned, errors } = planTests(document, tests, values, options);
  const reasons = errors.map(({ message, test }) => ({ test, line: `${locate(test, test.range.start)}: error: ${message}` }));
  for (const { line } of reasons) options.report(line);
  const failed = [...Map.groupBy(reasons, ({ test }) => test)].map(([test, its]) =>
    unplanned(
      file,
      test.name,
      its.map(({ line }) => line),
    ),
  );
  return {
    planned: planned.map((one) => ({ ...one, file, locate: (offset) => locate(one.test, offset) })),
    failed: [...invalid, ...failed],
  };
}
