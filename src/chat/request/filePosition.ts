/** Reads the position in a file that follows a path. Source: the forms that VS Code recognizes in a terminal. */

interface Position {
  /** One-based. */
  line: number;
  column?: number;
}

/** What may follow: nothing, or a text such as `: error TS2322`, `, in f` and `:in 'f'`. */
const end = String.raw`(?=$|[.,;)\]]?(?:\s|$)|:(?!\d))`;
const range = String.raw`(?:[-–—]L?\d{1,7}(?:[:.C]\d{1,7})?)?`;
const forms = [
  // `:12`, `:12:3`, `:12.3`, `:12-20`, `:L12`; `#L12`, `#L12C3`, `#L12-L20`
  String.raw`[:#]L?(?<line>\d{1,7})(?:[:.,C](?<column>\d{1,7}))?${range}`,
  // ` 12:3`
  String.raw`\s(?<line>\d{1,7})[:.](?<column>\d{1,7})${range}`,
  // `(12)`, `(12,3)`, `[12, 3]`, `: (12:3)`
  String.raw`:?\s?[([](?<line>\d{1,7})(?:[,:]\s?(?<column>\d{1,7}))?(?:[-–—]\d{1,7})?[)\]]`,
  // `, line 12`, ` on line 12, column 3`, `:line 12`, ` (lines 12-20)`
  String.raw`[,:]?\s?[([]?(?:(?:on|at|in|around|near)\s)?(?:lines?|L|l\.)\s?(?<line>\d{1,7})(?:(?:\s?[-–—]\s?|\s(?:to|through|and)\s)\d{1,7})?(?:[,:]?\s(?:and\s)?(?:columns?|col|characters?|char)\s(?<column>\d{1,7})(?:[-–—]\d{1,7})?)?[)\]]?`,
].map((form) => new RegExp(`^${form}${end}`, "i"));
/** Only after a quoted path: `",12"`. */
const afterQuote = new RegExp(String.raw`^,\s?(?<line>\d{1,7})(?:[:.,](?<column>\d{1,7}))?${end}`);

/** `isQuoted`: the path was in quotes, so that it is clear where it ends. */
export function readPosition(text: string, isQuoted: boolean): Position | undefined {
  for (const form of isQuoted ? [...forms, afterQuote] : forms) {
    const { line, column } = form.exec(text)?.groups ?? {};
    if (line !== undefined) return { line: Number(line), ...(column === undefined ? {} : { column: Number(column) }) };
  }
  return undefined;
}
