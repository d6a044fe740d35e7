/** Reads the tables of GFM, without losing the text of rows that have more cells than the table. */
import type { MarkdownIt, StateBlock, Token } from "markdown-it";

/** Stands for a pipe that separates no cells while a table is read. Unicode reserves it for such purposes. */
const pipe = "\uFDD0";
/** UTF-16 code units; in a longer row, code is not looked for. */
const longestRow = 4000;
const delimiterRow = /^[ \t]*[|:-][|:\- \t]*$/;

function lineRange({ bMarks, tShift, eMarks }: StateBlock, line: number): [start: number, end: number] {
  return [(bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line] ?? 0];
}

/** The positions of the pipes that separate cells. The first and the last of a line surround them. */
function separatorsOf(row: string, pipes: readonly number[]): number[] {
  const end = row.trimEnd().length - 1;
  const first = row.length - row.trimStart().length;
  return pipes.filter((at) => at !== first && at !== end);
}

function pipesOf(row: string): number[] {
  return [...row.matchAll(/(?<!\\)\|/g)].map(({ index }) => index);
}

/** Whether a position is inside inline code. */
function codeOf(row: string): (position: number) => boolean {
  const spans = [...row.matchAll(/(?<![`\\])(`+)(?!`).*?(?<!`)\1(?!`)/g)].map(
    ({ 0: span, index }) => [index, index + span.length] as const,
  );
  return (position) => spans.some(([start, end]) => position > start && position < end);
}

/**
 * The pipes of a row that are text. GFM drops the cells that are too many. They are there because pipes in code are not escaped; if they are
 * not, the rest belongs to the last cell.
 */
function textPipes(row: string, columns: number, isHead: boolean): readonly number[] {
  const pipes = row.length > longestRow ? [] : pipesOf(row);
  if (separatorsOf(row, pipes).length < columns) return [];
  const isCode = codeOf(row);
  const inCode = pipes.filter(isCode);
  const rest = separatorsOf(
    row,
    pipes.filter((at) => !isCode(at)),
  );
  if (isHead) return rest.length === columns - 1 ? inCode : [];
  return rest.length < columns - 1 ? [] : [...inCode, ...rest.slice(columns - 1)];
}

/** With `pipe` for the pipes that are text. */
function mark(row: string, positions: readonly number[]): string {
  return [...positions]
    .sort((one, other) => one - other)
    .reduce((marked, at) => `${marked.slice(0, at)}${pipe}${marked.slice(at + 1)}`, row);
}

/** The cells of a row, divided as `markdown-it` does. */
function cellsOf(row: string): string[] {
  const cells = row.trim().split(/(?<!\\)\|/);
  if (cells[0] === "") cells.shift();
  if (cells.at(-1) === "") cells.pop();
  return cells.map((cell) => cell.replaceAll("\\|", "|").replaceAll(pipe, "|").trim());
}

function rowAt(state: StateBlock, line: number): string {
  return state.src.slice(...lineRange(state, line));
}

/** Writes the cells of the rows that have too many of them again. */
function fillRows(state: StateBlock, tokens: readonly Token[], columns: number): void {
  let cells: string[] | undefined;
  for (const token of tokens) {
    if (token.type === "tr_open") {
      const row = token.map === null ? "" : rowAt(state, token.map[0]);
      const found = row.includes(pipe) ? [] : textPipes(row, columns, false);
      cells = found.length === 0 ? undefined : cellsOf(mark(row, found));
    } else if (token.type === "tr_close") cells = undefined;
    else if (token.type === "inline" && cells !== undefined) token.content = cells.shift() ?? "";
  }
}

type Rule = (state: StateBlock, start: number, end: number, silent: boolean) => boolean;

function keepingText(readTable: Rule): Rule {
  return (state, start, end, silent) => {
    const delimiters = start + 2 > end ? "" : rowAt(state, start + 1);
    if (!delimiterRow.test(delimiters)) return readTable(state, start, end, silent);
    const { src, tokens } = state;
    const columns = separatorsOf(delimiters, pipesOf(delimiters)).length + 1;
    const [from, to] = lineRange(state, start);
    const head = src.slice(from, to);
    const inHead = head.includes(pipe) ? [] : textPipes(head, columns, true);
    const before = tokens.length;
    // The rule itself decides whether it is a header.
    if (inHead.length > 0) state.src = src.slice(0, from) + mark(head, inHead) + src.slice(to);
    const isRead = readTable(state, start, end, silent);
    state.src = src;
    if (!isRead || silent) return isRead;
    const read = tokens.slice(before);
    if (inHead.length > 0) for (const token of read) token.content = token.content.replaceAll(pipe, "|");
    fillRows(state, read, columns);
    return true;
  };
}

/** The header of a table is text of a paragraph, not the beginning of a list item, a quote or a code block. Source: GFM, "Tables". */
export function addTableRules({ block: { ruler } }: MarkdownIt): void {
  const [readTable] = ruler.getRules("");
  if (readTable === undefined) return;
  ruler.disable("table");
  ruler.after("heading", "late_table", keepingText(readTable), { alt: ["paragraph", "reference"] });
}
