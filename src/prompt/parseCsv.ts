/** Parses a CSV file to records named by its first row. Source: RFC 4180, with LF or CRLF and an optional BOM. */
import { dsvFormat } from "d3-dsv";

export interface CsvTable {
  columns: readonly string[];
  rows: readonly Readonly<Record<string, string>>[];
  /** The first line of each row, from 0. */
  lines: readonly number[];
}

/**
 * Never throws: missing cells are empty, surplus ones are dropped, blank lines are skipped.
 * The separator is `;` if the first row has one and no `,`.
 */
export function parseCsv(text: string): CsvTable {
  const content = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  const firstLine = /^[^\n]*/.exec(content)?.[0] ?? "";
  const separator = !firstLine.includes(",") && firstLine.includes(";") ? ";" : ",";
  let line = 0;
  const records = dsvFormat(separator).parseRows(content, (cells) => {
    const record = { cells, line };
    line += cells.reduce((sum, cell) => sum + cell.split("\n").length - 1, 1);
    return cells.length > 1 || cells[0]?.trim() !== "" ? record : null;
  });
  const [head, ...rest] = records;
  const columns = (head?.cells ?? []).map((name) => name.trim()).filter((name) => name !== "");
  const rows = rest.map(({ cells }) => Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ""])));
  return { columns, rows, lines: rest.map((record) => record.line) };
}
