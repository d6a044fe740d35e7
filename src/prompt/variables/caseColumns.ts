/** What the columns of a CSV file of cases mean. */
import type { CsvTable } from "../text/parseCsv.ts";

/** Whether a column describes a case, and is no variable. */
export function isCaseColumn(column: string): boolean {
  return column.startsWith("__");
}

/** The columns that name variables. */
export function variableColumns({ columns }: Pick<CsvTable, "columns">): string[] {
  return columns.filter((column) => !isCaseColumn(column));
}

/** Whether the cells of a column are assertions. */
export function holdsAssertions(column: string): boolean {
  return /^__expected\d*$/.test(column);
}
