/** Reads the cases of a CSV file: variables, and promptfoo's columns, which begin with `__`. Never throws. */
import { type CsvTable, parseCsv } from "../parse/parseCsv.ts";
import type { VariableSet } from "../parse/variableSets.ts";
import type { Assertion } from "./assertion.ts";
import { findAssertion } from "./assertions/assertions.ts";
import { textsIn } from "./fillValue.ts";
import { findFault } from "./findFault.ts";
import { readExpected } from "./readExpected.ts";

export interface CsvCase {
  description: string | undefined;
  vars: VariableSet;
  assertions: readonly Omit<Assertion, "range" | "nameRange" | "valueNode">[];
  /** The cells with thresholds, and the assertions of the column to which each belongs. */
  thresholds: readonly { written: string; of: CsvCase["assertions"] }[];
  /** Its first line, from 0. */
  line: number;
}

export interface CsvError {
  code: "caseInFile" | "csvInvalid" | "csvWithoutEffect";
  line: number;
  message: string;
}

const expectedColumn = /^__expected(\d*)$/;
const thresholdColumn = /^__config:(__expected\d*):threshold$/;
/** Columns that do not affect the verdict. */
const ignored = /^__(?:metric|metadata(?::.*)?)$/;

export function readCsvTests(text: string): CsvCase[] {
  const { columns, rows, lines } = parseCsv(text);
  const named = variableColumns({ columns });
  const expected = columns.filter((column) => expectedColumn.test(column));
  return rows.map((row, index) => {
    const cells = expected.map((column) => {
      const read = readExpected(row[column] ?? "");
      return { column, assertions: read === undefined ? [] : [{ ...read, threshold: configured(row, column) ?? read.threshold }] };
    });
    const of = (column: string) => cells.find((cell) => namesOf(column).includes(cell.column))?.assertions ?? [];
    return {
      description: row.__description?.trim() || undefined,
      vars: Object.fromEntries(named.map((column) => [column, row[column] ?? ""])),
      assertions: cells.flatMap(({ assertions }) => assertions),
      thresholds: columns.flatMap((column) => {
        const [, expectation] = thresholdColumn.exec(column) ?? [];
        const written = row[column] ?? "";
        return expectation === undefined || written.trim() === "" ? [] : [{ written, of: of(expectation) }];
      }),
      line: lines[index] ?? 0,
    };
  });
}

/** The columns that name variables. */
export function variableColumns({ columns }: Pick<CsvTable, "columns">): string[] {
  return columns.filter((column) => !column.startsWith("__"));
}

/** Content of the file that has no effect, or cannot be judged. */
export function findCsvErrors(text: string): CsvError[] {
  const { columns, header } = parseCsv(text);
  const cases = readCsvTests(text);
  const unknown = columns.filter(
    (column) =>
      column.startsWith("__") &&
      ![expectedColumn, thresholdColumn, ignored].some((known) => known.test(column)) &&
      column !== "__description",
  );
  return [
    ...unknown.map((column) => ({ code: "csvWithoutEffect" as const, line: header, message: `The column \`${column}\` has no effect.` })),
    ...(columns.length > 0 && cases.length === 0
      ? [{ code: "csvWithoutEffect" as const, line: header, message: "The file has no cases." }]
      : []),
    ...cases.flatMap(({ assertions, line, thresholds }) => [
      ...assertions.flatMap((assertion) => checkAssertion(assertion).map((one) => ({ ...one, line }))),
      ...thresholds.flatMap((one) => checkThreshold(one).map((found) => ({ ...found, line }))),
      ...(assertions.length === 0
        ? [{ code: "csvWithoutEffect" as const, line, message: "The case asserts nothing, so it always passes." }]
        : []),
    ]),
  ];
}

function checkAssertion({ name, value, threshold }: CsvCase["assertions"][number]): Omit<CsvError, "line">[] {
  const type = findAssertion(name);
  if (type === undefined) return [{ code: "caseInFile", message: describeUnknown(name) }];
  const fault = textsIn(value).some((text) => text.includes("{{")) ? undefined : findFault(type, value, threshold);
  return fault === undefined ? [] : [{ code: "csvInvalid", message: `\`${name}\`: ${fault}` }];
}

function checkThreshold({ written, of }: CsvCase["thresholds"][number]): Omit<CsvError, "line">[] {
  if (!Number.isFinite(Number(written))) {
    return [{ code: "csvInvalid", message: `The threshold ${JSON.stringify(written)} is not a number.` }];
  }
  if (of.some(({ name }) => findAssertion(name)?.threshold !== undefined)) return [];
  return [{ code: "csvWithoutEffect", message: `The threshold ${written.trim()} has no effect: no assertion of its column takes one.` }];
}

function describeUnknown(name: string): string {
  const isCode = ["javascript", "python", "ruby", "eval", "fn"].includes(name);
  return isCode ? `\`${name}\` is never run: a document runs no code.` : `There is no assertion \`${name}\`; the case does not pass.`;
}

/** The first column of assertions has two names. */
function namesOf(column: string): string[] {
  const first = ["__expected", "__expected1"];
  return first.includes(column) ? [column, ...first.filter((name) => name !== column)] : [column];
}

/** A threshold in its own column, which belongs to the column of assertions with the same number. */
function configured(row: Readonly<Record<string, string>>, column: string): number | undefined {
  const written = namesOf(column)
    .map((name) => row[`__config:${name}:threshold`]?.trim())
    .find(Boolean);
  const value = Number(written);
  return written !== undefined && Number.isFinite(value) ? value : undefined;
}
