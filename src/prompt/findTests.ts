/** Finds the tests in a document's text, for a list of tests. Never throws. */

import { assignErrors } from "./check/caseErrors.ts";
import { diagnose } from "./diagnose.ts";
import { findFrontMatter } from "./parse/findFrontMatter.ts";
import { parsePromptDocument } from "./parse/promptDocument.ts";
import { findTestsFile, modelsOf, readTests } from "./testing/readTests.ts";
import { findLineStarts, positionAt, type TextPosition } from "./text/textRange.ts";

export interface FoundCase {
  /** The path of the CSV file with the case, as in the document; undefined: the case is in the document. */
  file: string | undefined;
  key: string;
  name: string;
  /** Without duplicates. */
  models: readonly string[];
  repeat: number;
  /** Position in the CSV file or the document. */
  start: TextPosition;
  end: TextPosition;
  /** Why the case cannot run: its first error. */
  error: string | undefined;
}

export interface FoundTests {
  /** Why the document cannot be tested: its first error that concerns more than single cases, with its line. */
  error: { message: string; line: number } | undefined;
  cases: readonly FoundCase[];
}

/** Matches documents with tests, so that others need not be parsed. */
const field = /^["']?tests["']?[ \t]*:/m;
/** Matches documents that name a file, so that those with a list need not be parsed. */
const scalarField = /^["']?tests["']?[ \t]*:[ \t]*[^\s[{#]/m;

/** The path of the CSV file with the cases, as in the document's text. */
export function findCasesFile(text: string): string | undefined {
  return has(text, scalarField) ? findTestsFile(parsePromptDocument(text))?.address : undefined;
}

function has(text: string, pattern: RegExp): boolean {
  const location = findFrontMatter(text);
  return location !== undefined && pattern.test(text.slice(location.range.start, location.range.end));
}

/** undefined: the document has no field `tests`. `csv`: the text of its CSV file. */
export function findTests(text: string, csv?: string): FoundTests | undefined {
  if (!has(text, field)) return undefined;
  const document = parsePromptDocument(text);
  const starts = findLineStarts(text);
  const tests = readTests(document, csv);
  const errors = assignErrors(diagnose(document, {}), tests);
  const [error] = errors.document;
  return {
    error: error && { message: error.message, line: positionAt(starts, error.range.start).line },
    cases: tests.map((test) => ({
      file: test.row?.file,
      key: test.key,
      name: test.name,
      models: [...new Set(modelsOf(document, test))],
      repeat: test.repeat,
      start: test.row === undefined ? positionAt(starts, test.range.start) : { line: test.row.line, character: 0 },
      end: test.row === undefined ? positionAt(starts, test.range.end) : { line: test.row.line, character: 0 },
      error: errors.cases.get(test)?.[0]?.message,
    })),
  };
}
