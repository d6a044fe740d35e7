/** Reads brackets, strings and comments of code in any language, as far as that shows which lines belong together. */

/** The state at the start of a line. */
export interface LineStart {
  /** Number of open brackets. */
  depth: number;
  /** Number of open round and square brackets. */
  parentheses: number;
  /** The line begins inside a comment or a string of several lines. */
  isInside: boolean;
}

const opening = new Set(["(", "[", "{"]);
const closing = new Set([")", "]", "}"]);
/** Delimiters of strings and comments that may span several lines. The longest come first. */
const spans: readonly (readonly [open: string, close: string])[] = [
  ['"""', '"""'],
  ["'''", "'''"],
  ["<!--", "-->"],
  ["/*", "*/"],
  ["`", "`"],
];
/** A comment up to the end of the line; `#` and `--` may also be operators. */
const lineComment = /^(?:\/\/|(?:#(?![[{!<])|--|%%)(?=\s|$|\w))/;

/** One state for each line, and one after the last line. */
export function scanLines(lines: readonly string[]): LineStart[] {
  const starts: LineStart[] = [];
  let [depth, parentheses, close] = [0, 0, ""];
  for (const line of lines) {
    starts.push({ depth, parentheses, isInside: close !== "" });
    let index = 0;
    while (index < line.length) {
      if (close !== "") {
        const end = line.indexOf(close, index);
        if (end < 0) break;
        index = end + close.length;
        close = "";
        continue;
      }
      const span = spans.find(([open]) => line.startsWith(open, index));
      if (span !== undefined) {
        close = span[1];
        index += span[0].length;
        continue;
      }
      const sign = line[index] ?? "";
      if (isComment(line, index)) break;
      if (sign === '"' || sign === "'") {
        index = endOfString(line, index);
        continue;
      }
      if (opening.has(sign)) depth += 1;
      if (closing.has(sign)) depth = Math.max(0, depth - 1);
      if (sign === "(" || sign === "[") parentheses += 1;
      if (sign === ")" || sign === "]") parentheses = Math.max(0, parentheses - 1);
      index += 1;
    }
  }
  starts.push({ depth, parentheses, isInside: close !== "" });
  return starts;
}

function isComment(line: string, index: number): boolean {
  if (!"/#-%".includes(line[index] ?? "")) return false;
  return (index === 0 || /\s/.test(line[index - 1] ?? "")) && lineComment.test(line.slice(index, index + 3));
}

/** The index after a string of one line. A quote that is not closed is an apostrophe, or marks a lifetime. */
function endOfString(line: string, start: number): number {
  const quote = line[start];
  for (let index = start + 1; index < line.length; index += 1) {
    if (line[index] === "\\") index += 1;
    else if (line[index] === quote) return index + 1;
  }
  return start + 1;
}
