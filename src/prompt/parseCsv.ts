/** Parses a CSV file to records named by its first row. Source: RFC 4180, with LF or CRLF and an optional BOM. */

export interface CsvTable {
  columns: readonly string[];
  rows: readonly Readonly<Record<string, string>>[];
}

/** Never throws: missing cells are empty texts, surplus ones are dropped, blank lines are skipped. A `;` separates where the first row has no `,`. */
export function parseCsv(text: string): CsvTable {
  const content = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const firstLine = /^[^\r\n]*/.exec(content)?.[0] ?? "";
  const separator = !firstLine.includes(",") && firstLine.includes(";") ? ";" : ",";
  const [head = [], ...records] = readRecords(content, separator).filter((cells) => cells.length > 1 || cells[0]?.trim() !== "");
  const columns = head.map((name) => name.trim()).filter((name) => name !== "");
  const rows = records.map((cells) => Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ""])));
  return { columns, rows };
}

function readRecords(text: string, separator: string): string[][] {
  const records: string[][] = [];
  let cells: string[] = [];
  let at = 0;
  while (at <= text.length) {
    const cell = text[at] === '"' ? readQuoted(text, at + 1) : readPlain(text, at, separator);
    cells.push(cell.value);
    at = cell.end;
    if (text[at] === separator) {
      at += 1;
      continue;
    }
    records.push(cells);
    cells = [];
    if (text[at] === "\r" && text[at + 1] === "\n") at += 1;
    at += 1;
  }
  return records;
}

function readPlain(text: string, start: number, separator: string): { value: string; end: number } {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") end += 1;
  return { value: text.slice(start, end), end };
}

function readQuoted(text: string, start: number): { value: string; end: number } {
  let value = "";
  let at = start;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return { value: value + text.slice(at), end: text.length };
    value += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { value, end: quote + 1 };
    value += '"';
    at = quote + 2;
  }
}
