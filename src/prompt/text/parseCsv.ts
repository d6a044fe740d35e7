/** Parses a CSV file to records named by its first row. Source: RFC 4180, with LF or CRLF and an optional BOM. */

import { dsvFormat } from "d3-dsv";
import { t } from "../../contract/translate.ts";

export interface CsvTable {
  /** The names of the first row, without empty ones and duplicates. */
  columns: readonly string[];
  rows: readonly Readonly<Record<string, string>>[];
  /** The first line of each row, from 0. */
  lines: readonly number[];
  /** The line with the names of the columns, from 0. */
  header: number;
  faults: readonly CsvFault[];
}

export interface CsvFault {
  /** From 0. */
  line: number;
  message: string;
  /** What cannot be used, because a cell may have a value that was not meant. */
  blocks: "file" | "row" | "nothing";
}

function blockFile(fault: CsvFault): CsvFault {
  return fault.blocks === "row" ? { ...fault, blocks: "file" } : fault;
}

interface CsvRecord {
  cells: readonly string[];
  line: number;
}

/** How many faults of a file are listed. */
const mostFaults = 20;

/**
 * Never throws: missing cells are empty, surplus ones are dropped, rows without any text are skipped, and the first of several columns with
 * one name counts. The separator is that of Excel's line `sep=;`, else the one of `,`, `;` and a tab that divides the names and the first
 * values alike, else the first one among the names. DOS ends a file with U+001A.
 */
export function parseCsv(text: string): CsvTable {
  const { start, separator, firstLine } = findTable(text);
  const content = text.slice(start).replaceAll(/\r\n?/g, "\n");
  const table = content.endsWith("\n\u001A") ? content.slice(0, -1) : content;
  let line = firstLine;
  const records = dsvFormat(separator).parseRows(table, (cells): CsvRecord | null => {
    const record = { cells, line };
    line += cells.reduce((sum, cell) => sum + cell.split("\n").length - 1, 1);
    return cells.some((cell) => cell.trim() !== "") ? record : null;
  });
  const [head, ...rest] = records;
  const names = (head?.cells ?? []).map((name) => name.trim().normalize());
  const used = [...names.keys()].filter((index) => names[index] !== "" && names.indexOf(names[index] ?? "") === index);
  const rows = rest.map(({ cells }) => Object.fromEntries(used.map((index) => [names[index] ?? "", cells[index] ?? ""])));
  const header = head?.line ?? 0;
  const faults = [...findQuotes(table, separator, firstLine), ...findHeaderFaults(names, header, rest), ...findRowFaults(names, rest)];
  return {
    columns: used.map((index) => names[index] ?? ""),
    rows,
    lines: rest.map((record) => record.line),
    header,
    // So many rows are wrong that the others are not trusted either.
    faults: faults.length > mostFaults ? faults.slice(0, mostFaults).map(blockFile) : faults,
  };
}

/** Where the table begins, after byte order marks and the line `sep=;`, and on which line. */
export function findTable(text: string): { start: number; separator: string; firstLine: number } {
  const [marks = ""] = /^\uFEFF*/.exec(text) ?? [];
  const named = /^"?sep=(.)"?(?:\r\n?|\n)/i.exec(text.slice(marks.length, marks.length + 20));
  const start = marks.length + (named?.[0].length ?? 0);
  return { start, separator: named?.[1] ?? findSeparator(text.slice(start)), firstLine: named === null ? 0 : 1 };
}

/** How many characters show the separator. */
const examined = 20_000;

function findSeparator(text: string): string {
  const beginning = text.slice(0, examined).replaceAll(/\r\n?/g, "\n");
  const [names = ""] = /^.*\S.*$/m.exec(beginning.replaceAll(/"(?:[^"]|"")*"/g, '""')) ?? [];
  const candidates = [",", ";", "\t"].filter((separator) => names.includes(separator));
  const isEven = (separator: string) => {
    const [head, first] = dsvFormat(separator)
      .parseRows(beginning)
      .filter((cells) => cells.some((cell) => cell.trim() !== ""));
    return head?.length === first?.length;
  };
  return (candidates.length > 1 ? candidates.find(isEven) : undefined) ?? candidates[0] ?? ",";
}

function findHeaderFaults(names: readonly string[], line: number, records: readonly CsvRecord[]): CsvFault[] {
  return names.flatMap((name, index): CsvFault[] => {
    if (name === "") {
      const isUsed = records.some(({ cells }) => (cells[index] ?? "").trim() !== "");
      return isUsed ? [{ line, message: t("Column {0} has no name, so its values have no effect.", index + 1), blocks: "nothing" }] : [];
    }
    return names.indexOf(name) === index ? [] : [{ line, message: t("There are two columns `{0}`.", name), blocks: "file" }];
  });
}

function findRowFaults(names: readonly string[], records: readonly CsvRecord[]): CsvFault[] {
  return records.flatMap(({ cells, line }): CsvFault[] => {
    if (cells.slice(names.length).some((cell) => cell.trim() !== "")) {
      const message = t(
        "The row has {0} values for {1} columns. A value with a separator needs double quotes.",
        cells.length,
        names.length,
      );
      return [{ line, message, blocks: "row" }];
    }
    if (cells.length >= names.length) return [];
    return [
      { line, message: t("The row has {0} values for {1} columns; the others are empty.", cells.length, names.length), blocks: "nothing" },
    ];
  });
}

/** Reports a quoted value that has no end, or text after its end: the reader takes the following lines into it, or drops the text. */
function findQuotes(text: string, separator: string, firstLine: number): CsvFault[] {
  let line = firstLine;
  for (let at = 0; at < text.length; at += 1) {
    // Here a value begins.
    if (/^ +"/.test(text.slice(at, at + 10))) {
      return [{ line, message: t("A space before double quotes makes them part of the value: remove it."), blocks: "file" }];
    }
    if (text[at] === '"') {
      const end = endOfQuotedValue(text, at);
      if (end === undefined) return [{ line, message: t("The double quotes that open a value have no end."), blocks: "file" }];
      line += text.slice(at, end).split("\n").length - 1;
      const next = text[end];
      if (next !== undefined && next !== separator && next !== "\n") {
        return [{ line, message: t("A value in double quotes is followed by other text."), blocks: "file" }];
      }
      at = end;
    }
    while (at < text.length && text[at] !== separator && text[at] !== "\n") at += 1;
    if (text[at] === "\n") line += 1;
  }
  return [];
}

/** The offset after the closing quotes; undefined: there are none. Doubled quotes are part of the value. */
export function endOfQuotedValue(text: string, start: number): number | undefined {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at + 1;
  return undefined;
}
