/** Checks a CSV file with values of variables: its form, and columns without effect. */

import { t } from "../../contract/translate.ts";
import { type Diagnostic, diagnostic } from "../diagnostic.ts";
import type { CsvTable } from "../text/parseCsv.ts";
import { didYouMean, suggestNames } from "../text/suggestNames.ts";
import type { TextRange } from "../text/textRange.ts";
import { findBuiltIn, variableName } from "../text/variables.ts";

/** How a document names a CSV file. */
interface NamedCsv {
  address: string;
  /** The path in the document. */
  range: TextRange;
}

/** `used`: the names of all variables that occur. */
export function checkCsv(
  { address, range }: NamedCsv,
  { columns, header, faults }: Pick<CsvTable, "columns" | "header" | "faults">,
  used: ReadonlySet<string>,
): Diagnostic[] {
  const report = (code: "csvInvalid" | "csvWithoutEffect", line: number, message: string, isRow = false): Diagnostic =>
    diagnostic(code, range, message, { subject: address, elsewhere: { file: address, line, isRow } });
  return [
    ...faults.map(({ line, message, blocks }) =>
      report(blocks === "nothing" ? "csvWithoutEffect" : "csvInvalid", line, message, blocks === "row"),
    ),
    ...columns.flatMap((column) => {
      const reason = findReason(column, used);
      return reason === undefined ? [] : [report("csvWithoutEffect", header, t("The column `{0}` has no effect: {1}", column, reason))];
    }),
  ];
}

/** Why a column has no effect; undefined: it has one. */
function findReason(column: string, used: ReadonlySet<string>): string | undefined {
  if (findBuiltIn(column)) return t("the name is reserved.");
  if (!variableName.test(column)) return t("a variable's name is made of letters, digits, `_` and `-`.");
  if (used.has(column)) return undefined;
  const [likely] = suggestNames(column, used);
  return t("`{0}` does not occur.", `{{${column}}}`) + didYouMean(likely);
}
