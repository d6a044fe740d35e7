/** Reads the cases of a CSV file: variables, and promptfoo's columns, which begin with `__`. Never throws. */

import { t } from "../../contract/translate.ts";
import type { Assertion } from "../assertions/assertion.ts";
import { findAssertion } from "../assertions/assertions.ts";
import { findFault } from "../assertions/findFault.ts";
import { readExpected, suggestAssertion } from "../assertions/readExpected.ts";
import { parseCsv } from "../text/parseCsv.ts";
import { holdsAssertions, isCaseColumn, variableColumns } from "../variables/caseColumns.ts";
import type { VariableSet } from "../variables/variableSets.ts";
import { textsIn } from "./fillValue.ts";

export interface CsvCase {
  description: string | undefined;
  vars: VariableSet;
  assertions: readonly Omit<Assertion, "range" | "nameRange" | "valueNode">[];
  /** The cells with thresholds, and the assertions of the column to which each belongs. */
  thresholds: readonly { written: string; of: CsvCase["assertions"] }[];
  /** Names of assertions with which cells that are read as texts were probably meant to begin. */
  likely: readonly string[];
  /** Its first line, from 0. */
  line: number;
}

export interface CsvError {
  code: "caseInFile" | "csvInvalid" | "csvWithoutEffect";
  line: number;
  message: string;
}

const thresholdColumn = /^__config:(__expected\d*):threshold$/;
/** Columns that do not affect the verdict. */
const ignored = /^__(?:metric|metadata(?::.*)?)$/;

export function readCsvTests(text: string): CsvCase[] {
  const { columns, rows, lines } = parseCsv(text);
  const named = variableColumns({ columns });
  const expected = columns.filter(holdsAssertions);
  return rows.map((row, index) => {
    const cells = expected.map((column) => {
      const read = readExpected(row[column] ?? "", configured(row, column));
      return { column, assertions: read === undefined ? [] : [read] };
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
      likely: expected.flatMap((column) => suggestAssertion(row[column] ?? "") ?? []),
      line: lines[index] ?? 0,
    };
  });
}

/** Content of the file that has no effect, or cannot be judged. */
export function findCsvErrors(text: string): CsvError[] {
  const { columns, header } = parseCsv(text);
  const cases = readCsvTests(text);
  const unknown = columns.filter(
    (column) =>
      isCaseColumn(column) &&
      !holdsAssertions(column) &&
      ![thresholdColumn, ignored].some((known) => known.test(column)) &&
      column !== "__description",
  );
  return [
    ...unknown.map((column) => ({
      code: "csvWithoutEffect" as const,
      line: header,
      message: t("The column `{0}` has no effect.", column),
    })),
    ...(columns.length > 0 && cases.length === 0
      ? [{ code: "csvWithoutEffect" as const, line: header, message: t("The file has no cases.") }]
      : []),
    ...cases.flatMap(({ assertions, line, thresholds, likely }) => [
      ...assertions.flatMap((assertion) => {
        const isConfigured = thresholds.some(({ of }) => of.includes(assertion));
        return checkAssertion(assertion, isConfigured).map((one) => ({ ...one, line }));
      }),
      ...likely.map((name) => ({
        code: "csvWithoutEffect" as const,
        line,
        message: t("A cell is read as the text of the whole answer. Did you mean `{0}: …`? Write `equals: …` if not.", name),
      })),
      ...thresholds.flatMap((one) => checkThreshold(one).map((found) => ({ ...found, line }))),
      ...(assertions.length === 0
        ? [{ code: "csvWithoutEffect" as const, line, message: t("The case asserts nothing, so it always passes.") }]
        : []),
    ]),
  ];
}

/** `isConfigured`: its threshold is in a column of its own, and checked with it. */
function checkAssertion({ name, value, threshold }: CsvCase["assertions"][number], isConfigured: boolean): Omit<CsvError, "line">[] {
  const type = findAssertion(name);
  if (type === undefined) return [{ code: "caseInFile", message: describeUnknown(name) }];
  const fault = textsIn(value).some((text) => text.includes("{{")) ? undefined : findFault(type, value, threshold);
  if (fault !== undefined) return [{ code: "csvInvalid", message: `\`${name}\`: ${fault}` }];
  if (threshold === undefined || isConfigured || takesThreshold(name)) return [];
  return [{ code: "csvWithoutEffect", message: t("`{0}` takes no threshold, so {1} has no effect.", name, threshold) }];
}

function checkThreshold({ written, of }: CsvCase["thresholds"][number]): Omit<CsvError, "line">[] {
  if (!Number.isFinite(Number(written))) {
    return [{ code: "csvInvalid", message: t("The threshold {0} is not a number.", JSON.stringify(written)) }];
  }
  if (of.some(({ name }) => takesThreshold(name))) return [];
  return [
    { code: "csvWithoutEffect", message: t("The threshold {0} has no effect: no assertion of its column takes one.", written.trim()) },
  ];
}

function takesThreshold(name: string): boolean {
  const type = findAssertion(name);
  return type?.threshold !== undefined || type?.isLimitedByThreshold === true;
}

function describeUnknown(name: string): string {
  const isCode = ["javascript", "python", "ruby", "eval", "file", "fn"].includes(name);
  return isCode ? t("`{0}` is never run: a document runs no code.", name) : t("There is no assertion `{0}`; the case does not pass.", name);
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
