/** The end of a block of MDX: Markdown, and code that may contain blank lines. Source: MDX, "Syntax". */
import type { BlockEnd } from "./blockEnd.ts";
import { findMarkdownEnd } from "./markdown.ts";

/** Modules, expressions and elements begin with the line. */
const code = /^\s*(?:(?:import|export)\b|[{<])/;
/** A tag of a component alone in its line: what is between two of them is Markdown. */
const tag = /^\s*<\/?[A-Z][\w.]*(?:\s[^<>]*)?>\s*$/;
const fence = /^\s*(`{3,}|~{3,})/;

export function findMdxEnd(lines: readonly string[], line: number): BlockEnd {
  return findMarkdownEnd(lines, endOfCode(lines, line), (one) => tag.test(one));
}

/** The last line of the code around the line whose braces are open at it; otherwise the line itself. */
function endOfCode(lines: readonly string[], line: number): number {
  let marker: string | undefined;
  for (let index = 0; index <= line; index += 1) {
    const text = lines[index] ?? "";
    const mark = fence.exec(text)?.[1];
    if (marker !== undefined) {
      if (mark?.startsWith(marker) && text.trim() === mark) marker = undefined;
    } else if (mark !== undefined) marker = mark;
    else if (code.test(text)) {
      const end = endOfBraces(lines, index);
      if (end >= line) return end;
      index = end;
    }
  }
  return line;
}

/** The line at whose end all braces are closed that the first line opens. */
function endOfBraces(lines: readonly string[], first: number): number {
  let [depth, close] = [0, ""];
  for (let index = first; index < lines.length; index += 1) {
    const text = lines[index] ?? "";
    for (let at = 0; at < text.length; at += 1) {
      if (close !== "") {
        if (text[at] === "\\") at += 1;
        else if (text.startsWith(close, at)) {
          at += close.length - 1;
          close = "";
        }
      } else if (depth > 0 && text.startsWith("//", at)) break;
      else if (depth > 0 && text.startsWith("/*", at)) close = "*/";
      else if (depth > 0 && "\"'`".includes(text[at] ?? " ")) close = text[at] ?? "";
      else if ("{([".includes(text[at] ?? " ")) depth += 1;
      else if ("})]".includes(text[at] ?? " ")) depth = Math.max(0, depth - 1);
    }
    // Only templates and comments go on in the next line.
    if (close === '"' || close === "'") close = "";
    if (depth === 0 && close === "") return index;
  }
  return first;
}
