/** Fits code or text to where it is inserted: its indentation, and the line breaks around it. */
import { type LineRange, splitLines } from "../hunks.ts";
import { commonIndentation, indentationOf, indentationUnit, reindent, widthOf, withFirstIndented } from "./indentation.ts";
import { joinText } from "./joinText.ts";
import { linesInTexts } from "./scanLines.ts";

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
  const given = withFirstIndented(splitLines(code.trimEnd()));
  const own = lines[line] ?? "";
  const isInLine = [own.slice(0, character), own.slice(character)].every((part) => part.trim() !== "");
  const to = isInLine && languageId !== "markdown" ? indentationOf(own) : "";
  const [first = "", ...rest] = trimStart(reindent(given, { from: commonIndentation(given), to, unit: indentationUnit(lines) }));
  const fitted = [first.slice(to.length), ...rest];
  const column = listColumn(own.slice(0, character));
  if (column !== undefined && own.slice(character).trim() === "" && languageId !== "markdown")
    return reindent(fitted, { from: "", to: column, unit: undefined }).join("\n").trimStart();
  const before = [...lines.slice(0, line), own.slice(0, character)].join("\n");
  const after = [own.slice(character), ...lines.slice(line + 1)].join("\n");
  const joined = joinText({ before, after, languageId }, fitted.join("\n")).split("\n");
  // Its lines inside a text are not indented.
  const start = joined.findIndex((line) => line.trim() === (fitted[0] ?? "").trim());
  for (const [index, isText] of linesInTexts(fitted).entries()) if (isText && start >= 0) joined[start + index] = fitted[index] ?? "";
  return joined.join("\n");
}

/** Where the lines of a list's item begin, if the text before is only its marker. */
function listColumn(before: string): string | undefined {
  return /^\s*(?:- +)+$/.test(before) ? before.replaceAll("-", " ") : undefined;
}

function trimStart(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== "");
  return lines.slice(Math.max(0, first));
}

/** Blank lines around the code are dropped, those around the selected text stay. */
export function fitToSelection({ lines }: FitDocument, { start, end }: LineRange, code: string): string {
  const selected = splitLines(textIn(lines, { start, end }));
  const passage = selected.join("\n");
  const [lead, trail] = [/^\s*/.exec(passage)?.[0] ?? "", passage.slice(passage.trimEnd().length)];
  const given = withFirstIndented(splitLines(code.trimEnd()));
  const [first, ...rest] = trimStart(given);
  const head = start.line + lead.split("\n").length - 1;
  const to = listColumn((lines[head] ?? "").slice(0, lead === "" ? start.character : 0)) ?? indentationOf(lines[head] ?? "");
  const from = indentationOf(first ?? "");
  const below = selected.slice(lead.split("\n").length).filter((line) => line.trim() !== "");
  const unit = indentationUnit(lines);
  const isMoved = from !== "" && from !== to;
  const goal = isMoved ? { from, to } : { from: "", to: from === "" && isDedented(rest, below, to) ? to : "" };
  const moved = reindent([first ?? "", ...rest], { ...goal, unit }).slice(1);
  return lead + [first?.trim() ?? "", ...moved].join("\n") + trail;
}

/** Whether the lines after the first lack the passage's indentation. @param below The passage's lines after its first. */
function isDedented(rest: readonly string[], below: readonly string[], to: string): boolean {
  const least = (lines: readonly string[]) => {
    const texts = linesInTexts(lines);
    return Math.min(...lines.filter((line, index) => line.trim() !== "" && texts[index] !== true).map(widthOf));
  };
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
