import path from "node:path";
import type { PromptDocument } from "../../prompt/promptDocument.ts";
import { findTestsFile, readTests, type TestCase } from "../../prompt/tests/readTests.ts";
import { findLineStarts, positionAt } from "../../prompt/textRange.ts";
import type { SuppliedValues } from "../../prompt/variableSets.ts";
import { type PlannedTest, type PlanOptions, planTests } from "../../promptTests/planTests.ts";
import { fetchAllowed, type ValueOptions } from "./fetchAllowed.ts";
import { readAllowed } from "./readAllowed.ts";
import { readChecked } from "./readChecked.ts";

/** A document with tests, and the values of its variables. */
export interface TestedFile {
  file: string;
  document: PromptDocument;
  tests: readonly TestCase[];
  values: SuppliedValues;
}

/** A case with one model, and its location. */
export interface FileTest extends PlannedTest {
  file: string;
  /** Returns `file:line:column` of an offset in the document, or of the row of the case in its CSV file. */
  locate(offset: number): string;
}

/** undefined: the document cannot be tested, which was reported. */
export async function readTestedFile(file: string, options: ValueOptions): Promise<TestedFile | undefined> {
  const document = await readChecked(file, options);
  if (document === undefined) return undefined;
  const named = findTestsFile(document);
  const csv = named && (await readAllowed(file, named.address, options));
  if (named !== undefined && csv === undefined) return undefined;
  const tests = readTests(document, csv?.toString("utf8"));
  if (tests.length === 0) return { file, document, tests, values: {} };
  const values = await fetchAllowed(file, document, options, tests);
  return values && { file, document, tests, values };
}

/** Whether planning the cases needs the service's list of models: `models` replace theirs, or a case has models but no kind. */
export function needsCatalogue({ tests }: TestedFile, models: readonly string[]): boolean {
  return models.length > 0 || tests.some((test) => test.kind === undefined && test.models.length > 0);
}

/** undefined: a request cannot be created, which was reported. */
export function planFile(
  { file, document, tests, values }: TestedFile,
  options: PlanOptions & Pick<ValueOptions, "report">,
): FileTest[] | undefined {
  const starts = findLineStarts(document.text);
  const locate = ({ row }: TestCase, offset: number) => {
    if (row !== undefined) return `${path.join(path.dirname(file), row.file)}:${row.line + 1}:1`;
    const { line, character } = positionAt(starts, offset);
    return `${file}:${line + 1}:${character + 1}`;
  };
  const { planned, errors } = planTests(document, tests, values, options);
  for (const { message, test } of errors) options.report(`${locate(test, test.range.start)}: error: ${message}`);
  return errors.length > 0 ? undefined : planned.map((one) => ({ ...one, file, locate: (offset) => locate(one.test, offset) }));
}
