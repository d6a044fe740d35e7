/** Fits code or text to where it is inserted: its indentation, and the line breaks around it. */
import { type LineRange, splitLines } from "../hunks.ts";
import { joinText } from "../joinText.ts";
import { commonIndentation, indentationOf, indentationUnit, reindent, widthOf } from "./indentation.ts";

export interface FitDocument {
  /** The document's lines. */
  lines: readonly string[];
  languageId: string;
}

/** The text that replaces the range, or is inserted there if the range is empty. */
export function fitCode(document: FitDocument, range: LineRange, code: string): string {
  const { start, end } = range;
  const isEmpty = start.line === end.line && start.character === end.character;
  return isEmpty ? fitToCursor(document, start, code) : fitToSelection(document, range, code);
}

function fitToCursor({ lines, languageId }: FitDocument, { line, character }: LineRange["start"], code: string): string {
  const given = splitLines(code.trimEnd());
  const text = reindent(given, { from: commonIndentation(given), to: "", unit: indentationUnit(lines) }).join("\n");
  const own = lines[line] ?? "";
  const before = [...lines.slice(0, line), own.slice(0, character)].join("\n");
  const after = [own.slice(character), ...lines.slice(line + 1)].join("\n");
  return joinText({ before, after, languageId }, text);
}

/** Blank lines around the code are dropped, those around the selected text stay. */
export function fitToSelection({ lines }: FitDocument, { start, end }: LineRange, code: string): string {
  const selected = splitLines(textIn(lines, { start, end }));
  const passage = selected.join("\n");
  const [lead, trail] = [/^\s*/.exec(passage)?.[0] ?? "", passage.slice(passage.trimEnd().length)];
  const given = splitLines(code.trimEnd());
  const [first, ...rest] = given.slice(
    Math.max(
      0,
      given.findIndex((line) => line.trim() !== ""),
    ),
  );
  const head = start.line + lead.split("\n").length - 1;
  const to = indentationOf(lines[head] ?? "");
  const from = indentationOf(first ?? "");
  const below = selected.slice(lead.split("\n").length).filter((line) => line.trim() !== "");
  const unit = indentationUnit(lines);
  const moved =
    from !== "" && from !== to
      ? reindent([first ?? "", ...rest], { from, to, unit }).slice(1)
      : reindent(rest, { from: "", to: from === "" && isDedented(rest, below, to) ? to : "", unit });
  return lead + [first?.trim() ?? "", ...moved].join("\n") + trail;
}

/** Whether the lines after the first lack the passage's indentation. @param below The passage's lines after its first. */
function isDedented(rest: readonly string[], below: readonly string[], to: string): boolean {
  const least = (lines: readonly string[]) => Math.min(...lines.filter((line) => line.trim() !== "").map(widthOf));
  const [own, wanted, width] = [least(rest), least(below), widthOf(to)];
  if (width === 0 || own === Infinity) return false;
  if (wanted === Infinity) return own <= width;
  return Math.abs(own + width - wanted) < Math.abs(own - wanted);
}

function textIn(lines: readonly string[], { start, end }: LineRange): string {
  if (start.line === end.line) return (lines[start.line] ?? "").slice(start.character, end.character);
  const [first = "", last = ""] = [lines[start.line], lines[end.line]];
  return [first.slice(start.character), ...lines.slice(start.line + 1, end.line), last.slice(0, end.character)].join("\n");
}
