/** The end of a block of LaTeX: a paragraph, and every environment that cannot contain a figure. */
import { type BlockEnd, isBlankLine, lineIndentation } from "./blockEnd.ts";

/** Environments that contain paragraphs. */
const compound = new Set(
  "document abstract itemize enumerate description center flushleft flushright quote quotation verse frame block column columns theorem lemma proof definition example remark corollary proposition titlepage appendix multicols appendices exercise solution".split(
    " ",
  ),
);
const verbatim = /^(?:verbatim|lstlisting|minted|comment|Verbatim|alltt)\*?$/;
/** A line that is only the title of a section. */
const heading =
  /^\s*\\(?:(?:sub)*section|chapter|part|(?:sub)?paragraph)\*?(?:\[[^\]]*\])?\{.*\}\s*(?:\\label\{[^{}]*\}\s*)?(?:%[\s\S]*)?$/;
const newParagraph = /^\s*\\(?:begin|end|(?:sub)*section|chapter|part|paragraph|item|\[|\])/;

export function findLatexEnd(lines: readonly string[], line: number): BlockEnd {
  const body = lines.findIndex((text) => /^[^%]*\\begin\{document\}/.test(text));
  if (body > line) return { line: body, prefix: "" };
  const closed = endOfClosed(lines, line);
  let end = closed;
  if (closed === line && heading.test(lines[line] ?? "")) return { line, prefix: lineIndentation(lines[line]) };
  if (closed === line && !isBlankLine(lines[line]))
    while (!isBlankLine(lines[end + 1]) && !newParagraph.test(lines[end + 1] ?? "") && end + 1 < lines.length) end += 1;
  return { line: end, prefix: lineIndentation(lines[end]) };
}

/** The last line of the outermost environment, formula or group around the line that cannot contain a figure; otherwise the line itself. */
function endOfClosed(lines: readonly string[], line: number): number {
  let open: { name: string; depth: number } | undefined;
  let braces = 0;
  for (let index = 0; index < lines.length; index += 1) {
    const text = withoutComment(lines[index] ?? "");
    for (const [found, begin, end] of text.matchAll(/\\begin\{([\w*-]{1,60})\}|\\end\{([\w*-]{1,60})\}|\\\[|\\\]|\$\$|\\.|[{}]/g)) {
      if (open !== undefined && verbatim.test(open.name)) {
        if (end === open.name) open = undefined;
      } else if (open === undefined) {
        if (begin !== undefined) open = compound.has(begin.replace(/\*$/, "")) ? undefined : { name: begin, depth: 1 };
        else if (found === "\\[") open = { name: "\\]", depth: 1 };
        else if (found === "$$") open = { name: "$$", depth: 1 };
        else if (found === "{") braces += 1;
        else if (found === "}") braces = Math.max(0, braces - 1);
      } else if (begin === open.name) open.depth += 1;
      else if (end === open.name || (end === undefined && found === open.name)) {
        open.depth -= 1;
        if (open.depth === 0) open = undefined;
      }
    }
    if (index >= line && open === undefined && braces === 0) return index;
  }
  return line;
}

function withoutComment(line: string): string {
  let comment = line.indexOf("%");
  while (comment > 0 && line[comment - 1] === "\\") comment = line.indexOf("%", comment + 1);
  return comment < 0 ? line : line.slice(0, comment);
}
