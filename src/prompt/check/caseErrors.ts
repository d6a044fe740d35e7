/** Assigns the errors of a document to its cases, so that a case with an error does not keep the others from being tested. */

import { findAssertion } from "../assertions/assertions.ts";
import type { Diagnostic, DiagnosticCode } from "../diagnostic.ts";
import type { TestCase } from "../testing/readTests.ts";

interface AssignedErrors {
  /** Those that keep the whole document from being tested. */
  document: readonly Diagnostic[];
  cases: ReadonlyMap<TestCase, readonly Diagnostic[]>;
}

/** After them, it is not known what the text means, wherever they are. */
const structural: ReadonlySet<DiagnosticCode> = new Set(["yamlSyntax", "notFields", "tooDeep", "unclosedFrontMatter"]);

/** `found`: the diagnostics of the document, whose warnings are left out. */
export function assignErrors(found: readonly Diagnostic[], tests: readonly TestCase[]): AssignedErrors {
  const cases = new Map<TestCase, Diagnostic[]>();
  const document = found.filter((one) => {
    if (one.severity !== "error") return false;
    const concerned = structural.has(one.code) ? [] : tests.filter((test) => concerns(one, test));
    for (const test of concerned) cases.set(test, [...(cases.get(test) ?? []), one]);
    return concerned.length === 0;
  });
  return { document, cases };
}

function concerns({ code, subject, range, elsewhere }: Diagnostic, { row, range: own, assertions }: TestCase): boolean {
  if (row === undefined) return elsewhere === undefined && own.start <= range.start && range.end <= own.end;
  // It is reported once for all rows, where the document names the file.
  if (code === "judgeMissing") return assertions.some(({ name }) => findAssertion(name)?.asks === subject);
  return elsewhere?.isRow === true && elsewhere.file === row.file && elsewhere.line === row.line;
}
