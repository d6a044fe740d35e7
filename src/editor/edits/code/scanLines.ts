/** Reads brackets, strings and comments of code in any language, as far as that shows which lines belong together. */

/** The state at the start of a line. */
export interface LineStart {
  /** Number of open brackets. */
  depth: number;
  /** Number of open round and square brackets. */
  parentheses: number;
  /** The line begins inside a comment or a string of several lines. */
  isInside: boolean;
  /** The line begins inside a text whose white space counts: a string or a here document, but not Python's description of a function. */
  isText: boolean;
}

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
  let [braces, parentheses, close, isText] = [0, 0, "", false];
  let lastOfText = -1;
  for (const [number, line] of lines.entries()) {
    const isHere = number <= lastOfText;
    starts.push({ depth: braces + parentheses, parentheses, isInside: close !== "" || isHere, isText: isHere || (close !== "" && isText) });
    if (number <= lastOfText) continue;
    if (close === "") lastOfText = endOfText(lines, number);
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
        isText = /["'`]/.test(close) && (close === "`" || line.slice(0, index).trim() !== "");
        index += span[0].length;
        continue;
      }
      const sign = line[index] ?? "";
      if (isComment(line, index)) break;
      if (sign === '"' || sign === "'") {
        index = endOfString(line, index);
        continue;
      }
      // A bracket that closes nothing is no bracket, as in the patterns of a shell's `case`.
      if (sign === "{") braces += 1;
      if (sign === "}") braces = Math.max(0, braces - 1);
      if (sign === "(" || sign === "[") parentheses += 1;
      if (sign === ")" || sign === "]") parentheses = Math.max(0, parentheses - 1);
      index += 1;
    }
  }
  starts.push({ depth: braces + parentheses, parentheses, isInside: close !== "", isText: false });
  return starts;
}

/** Whether each line begins inside a text whose white space counts. If a text is not closed, none does. */
export function linesInTexts(lines: readonly string[]): boolean[] {
  const starts = scanLines(lines);
  const isOpen = starts.at(-1)?.isInside === true;
  return lines.map((_, index) => !isOpen && starts[index]?.isText === true);
}

/** The last line of the text (a here document) that follows this line; -1: none. */
function endOfText(lines: readonly string[], number: number): number {
  const word = /<<[<~-]?(["']?)([\p{L}_][\p{L}\p{N}_]*)\1/u.exec(lines[number] ?? "")?.[2];
  if (word === undefined) return -1;
  return lines.findIndex((line, index) => index > number && line.trim().replace(/(?<![;,)])[;,)]+$/, "") === word);
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
