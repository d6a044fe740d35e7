/** The end of a block of AsciiDoc. Source: AsciiDoc Language, "Delimited Blocks" and "List Continuation". */
import { type BlockEnd, isBlankLine, lineIndentation } from "./blockEnd.ts";

/** Blocks whose content is not divided into blocks. A comment and a table are among them, as nothing can be inserted between their lines. */
const verbatim = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|`{3,}\w*|[|,:!]={3,})$/;
/** Blocks that contain blocks. */
const compound = /^(?:={4,}|\*{4,}|_{4,}|--|~{4,})$/;
const listItem = /^\s*(?:\*{1,6}|-|\.{1,6}|\d+\.|[a-zA-Z]\.|<\d*\.?>|\S.{0,199}?(?::{2,4}|;;))(?:\s|$)/;
/** The title of a section. */
const title = /^(?:={1,6}|#{1,6})\s+\S/;
const attribute = /^:!?[\w][\w-]*!?:(?:\s|$)/;

export function findAsciidocEnd(lines: readonly string[], line: number): BlockEnd {
  const header = endOfHeader(lines);
  if (line < header) return { line: header - 1, prefix: "" };
  if (title.test(lines[line] ?? "") && !isInBlock(lines, header, line)) return { line, prefix: "" };
  let open: string | undefined;
  let paragraph = 0;
  let end = line;
  for (let index = header; index < lines.length; index += 1) {
    const text = (lines[index] ?? "").trimEnd();
    if (open !== undefined) {
      if (text !== closeOf(open)) continue;
      open = undefined;
      if (index >= line) return { line: index, prefix: "", ...jointOf(lines, paragraph, index) };
      paragraph = index + 1;
    } else if (verbatim.test(text)) {
      // A title or attributes above the block belong to it.
      if (index > line && isBlankLine(lines[index - 1])) break;
      open = text;
    } else if (isBlankLine(text) || compound.test(text) || listItem.test(text)) {
      if (index > line) break;
      paragraph = isBlankLine(text) || compound.test(text) ? index + 1 : index;
    }
    if (index >= line && !isBlankLine(text)) end = index;
  }
  if (open !== undefined) return { line: lines.length - 1, prefix: "" };
  return { line: end, prefix: "", ...jointOf(lines, paragraph, line) };
}

/** Whether the line is in a block whose content is not divided. */
function isInBlock(lines: readonly string[], first: number, line: number): boolean {
  let open: string | undefined;
  for (const text of lines.slice(first, line).map((one) => one.trimEnd())) {
    if (open === undefined ? verbatim.test(text) : text === closeOf(open)) open = open === undefined ? text : undefined;
  }
  return open !== undefined;
}

function closeOf(open: string): string {
  return open.startsWith("`") ? "```" : open;
}

/** In a list item, a line with `+` attaches the block to it. */
function jointOf(lines: readonly string[], paragraph: number, line: number): { joint?: string } {
  const first = lines[paragraph] ?? "";
  const isAttached = paragraph > 0 && (lines[paragraph - 1] ?? "").trim() === "+";
  const isItem =
    !isBlankLine(lines[line]) && (listItem.test(first) || isAttached) && !attribute.test(first) && lineIndentation(first).length < 20;
  return isItem ? { joint: "+" } : {};
}

/** Number of lines of the document's header: its title, author and attributes, up to a blank line. */
function endOfHeader(lines: readonly string[]): number {
  let first = 0;
  while (isBlankLine(lines[first]) && first < lines.length) first += 1;
  const text = lines[first] ?? "";
  if (!/^= \S/.test(text) && !attribute.test(text)) return 0;
  let end = first;
  while (end < lines.length && !isBlankLine(lines[end])) end += 1;
  return end;
}

/**
 * The folder that targets of images, audio and video are relative to, at a line; undefined: the document's own.
 * @param value An address, or a path with attributes, which cannot be resolved, counts as undefined.
 */
export function imagesFolder(lines: readonly string[], line = lines.length): string | undefined {
  let folder: string | undefined;
  for (const text of lines.slice(0, Math.max(line, endOfHeader(lines)))) {
    const set = /^:(!?)imagesdir(!?):(?:\s+(.*))?$/.exec(text.trimEnd());
    if (set === null) continue;
    const value = (set[3] ?? "").trim().replace(/^\{docdir\}\/?/, "");
    folder = set[1] === "!" || set[2] === "!" || value === "" || /^[a-z][a-z\d+.-]+:|\{/i.test(value) ? undefined : value;
  }
  return folder;
}
