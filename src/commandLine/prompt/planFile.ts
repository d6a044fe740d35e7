import { readTests } from "../../prompt/tests/readTests.ts";
import { findLineStarts, positionAt } from "../../prompt/textRange.ts";
import { type PlannedTest, planTests } from "../../promptTests/planTests.ts";
import { fetchAllowed, type ValueOptions } from "./fetchAllowed.ts";
import { readChecked } from "./readChecked.ts";

/** A case with one model, and where it stands. */
export interface FileTest extends PlannedTest {
  file: string;
  /** `line:column` of an offset, both from 1. */
  locate(offset: number): string;
}

/** undefined: the document cannot be tested, which was reported. Empty: it has no tests. */
export async function planFile(file: string, models: readonly string[], options: ValueOptions): Promise<FileTest[] | undefined> {
  const document = await readChecked(file, options);
  if (document === undefined) return undefined;
  const tests = readTests(document);
  if (tests.length === 0) return [];
  const values = await fetchAllowed(
    file,
    document,
    options,
    tests.map(({ vars }) => vars),
  );
  if (values === undefined) return undefined;
  const starts = findLineStarts(document.text);
  const locate = (offset: number) => {
    const { line, character } = positionAt(starts, offset);
    return `${line + 1}:${character + 1}`;
  };
  const { planned, errors } = planTests(document, values, models);
  for (const { message, range } of errors) options.report(`${file}:${locate(range.start)}: error: ${message}`);
  return errors.length > 0 ? undefined : planned.map((one) => ({ ...one, file, locate }));
}
