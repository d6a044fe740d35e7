/** Finds the tests of a document's text, as a list of tests shows them. Never throws. */
import { diagnose } from "../diagnose.ts";
import { findFrontMatter } from "../findFrontMatter.ts";
import { parsePromptDocument } from "../promptDocument.ts";
import { findLineStarts, type Position, positionAt } from "../textRange.ts";
import { modelsOf, readTests } from "./readTests.ts";

export interface FoundCase {
  key: string;
  name: string;
  /** Each once. */
  models: readonly string[];
  repeat: number;
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

/** undefined: the document has no field `tests`. */
export function findTests(text: string): FoundTests | undefined {
  const location = findFrontMatter(text);
  if (location === undefined || !field.test(text.slice(location.range.start, location.range.end))) return undefined;
  const document = parsePromptDocument(text);
  const starts = findLineStarts(text);
  const [error] = diagnose(document, {}).filter(({ severity }) => severity === "error");
  return {
    error: error && { message: error.message, line: positionAt(starts, error.range.start).line },
    cases: readTests(document).map((test) => ({
      key: test.key,
      name: test.name,
      models: [...new Set(modelsOf(document, test))],
      repeat: test.repeat,
      start: positionAt(starts, test.range.start),
      end: positionAt(starts, test.range.end),
    })),
  };
}
