/** Finds the tests of a document's text, as a list of tests shows them. Never throws. */
import { diagnose } from "../diagnose.ts";
import { findFrontMatter } from "../findFrontMatter.ts";
import { parsePromptDocument } from "../promptDocument.ts";
import { findLineStarts, type Position, positionAt } from "../textRange.ts";
import { findTestsFile, modelsOf, readTests } from "./readTests.ts";

export interface FoundCase {
  /** The CSV file that has the case, as the document names it; undefined: the document has it. */
  file: string | undefined;
  key: string;
  name: string;
  /** Each once. */
  models: readonly string[];
  repeat: number;
  /** In the CSV file or the document. */
  start: Position;
  end: Position;
}

export interface FoundTests {
  /** Why the document cannot be tested: the first of its errors, with its line. */
  error: { message: string; line: number } | undefined;
  cases: readonly FoundCase[];
}

/** Most documents have none, and need not be parsed. */
const field = /^["']?tests["']?[ \t]*:/m;
/** Most of the others have a list. */
const scalarField = /^["']?tests["']?[ \t]*:[ \t]*[^\s[{#]/m;

/** The CSV file that has the cases of a document's text, as the document names it. */
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
  const [error] = diagnose(document, {}).filter(({ severity }) => severity === "error");
  return {
    error: error && { message: error.message, line: positionAt(starts, error.range.start).line },
    cases: readTests(document, csv).map((test) => ({
      file: test.row?.file,
      key: test.key,
      name: test.name,
      models: [...new Set(modelsOf(document, test))],
      repeat: test.repeat,
      start: test.row === undefined ? positionAt(starts, test.range.start) : { line: test.row.line, character: 0 },
      end: test.row === undefined ? positionAt(starts, test.range.end) : { line: test.row.line, character: 0 },
    })),
  };
}
