/** The end of a block of Typst: a paragraph, with brackets, formulas and raw text closed. */
import { type BlockEnd, isBlankLine, lineIndentation } from "./blockEnd.ts";

/** Keywords whose code goes on behind spaces. */
const statement = /^#(?:let|show|set|if|for|while|import|include|context|return)\b/;
const listItem = /^(\s*(?:[-+]|\d+\.|\/)\s+)/;

export function findTypstEnd(lines: readonly string[], line: number): BlockEnd {
  const isOpen = readOpenLines(lines);
  let end = line;
  const isTitle = isOpen[line] !== true && isOpen[line + 1] !== true && /^\s*=+\s/.test(lines[line] ?? "");
  if (isTitle) return { line, prefix: lineIndentation(lines[line]) };
  while (
    end + 1 < lines.length &&
    (isOpen[end + 1] === true || (!isBlankLine(lines[end]) && !isBlankLine(lines[end + 1]) && !startsBlock(lines[end + 1])))
  )
    end += 1;
  const item = listItem.exec(lines[line] ?? "")?.[1];
  let first = line;
  while (first > 0 && isOpen[first] === true) first -= 1;
  return { line: end, prefix: item === undefined ? lineIndentation(lines[first]) : " ".repeat(item.length) };
}

function startsBlock(line = ""): boolean {
  return /^=+\s/.test(line) || listItem.test(line);
}

/** For each line, whether it begins inside brackets, a formula, a string, a comment or raw text. */
function readOpenLines(lines: readonly string[]): boolean[] {
  const open: boolean[] = [];
  let [depth, close] = [0, ""];
  for (const line of lines) {
    open.push(depth > 0 || close !== "");
    let index = 0;
    let code: "none" | "call" | "statement" = depth > 0 ? "statement" : "none";
    while (index < line.length) {
      if (close !== "") {
        if (line.startsWith(close, index)) {
          index += close.length;
          close = "";
        } else index += line[index] === "\\" && close !== "```" && close !== "*/" ? 2 : 1;
        continue;
      }
      const sign = line[index] ?? "";
      const span = ["```", "/*", "`", "$"].find((one) => line.startsWith(one, index));
      if (line.startsWith("//", index) && line[index - 1] !== ":") break;
      if (sign === "\\") index += 1;
      else if (span !== undefined) {
        close = span === "/*" ? "*/" : span;
        index += span.length - 1;
      } else if (sign === '"' && depth > 0) close = '"';
      else if (sign === "#") code = statement.test(line.slice(index, index + 9)) ? "statement" : "call";
      else if (depth === 0 && code === "call" && /\s/.test(sign)) code = "none";
      // In text, brackets are text.
      else if ("([{".includes(sign) && (depth > 0 || code !== "none")) depth += 1;
      else if (")]}".includes(sign)) depth = Math.max(0, depth - 1);
      index += 1;
    }
  }
  return open;
}
