/** Divides code into units: statements, and definitions with their bodies, by indentation and brackets. */
import { isElision } from "./elisions.ts";
import { indentationOf, widthOf } from "./indentation.ts";
import { type LineStart, scanLines } from "./scanLines.ts";

export interface Unit {
  /** Zero-based lines, without blank lines around them; `last` is inclusive. */
  first: number;
  last: number;
  /** The first line that is not a comment, a decorator or an attribute. */
  head: number;
  type: "elision" | "definition" | "block" | "statement";
  /** The head without white space around it. */
  key: string;
  /** What the head defines, such as `load`; undefined: nothing with a name. */
  name: string | undefined;
}

export interface Source {
  lines: readonly string[];
  starts: readonly LineStart[];
  /** The language's headings, which divide it into sections; undefined: it is divided by indentation and brackets. */
  sections: Sections | undefined;
  /** Whether the document that the code is for has this line. */
  isKnown(line: string): boolean;
}

export type Sections = "markdown" | "latex";

const headings: Record<Sections, RegExp> = {
  markdown: /^#{1,6}\s/,
  latex: /^\s*\\(?:part|chapter|(?:sub){0,2}section|appendix|bibliography|printbibliography|(?:begin|end)\{document\})/,
};

export function sectionsOf(languageId: string): Sections | undefined {
  switch (languageId) {
    case "markdown":
    case "generation-prompt":
      return "markdown";
    case "latex":
    case "tex":
      return "latex";
    default:
      return undefined;
  }
}

export function readSource(
  lines: readonly string[],
  sections: Sections | undefined,
  isKnown: (line: string) => boolean = () => true,
): Source {
  const starts = scanLines(lines);
  const isOdd = (starts.at(-1)?.depth ?? 0) > 0 || starts.at(-1)?.isInside === true;
  // Brackets that do not match are not understood: only the indentation counts.
  const plain = { depth: 0, parentheses: 0, isInside: false };
  return { lines, starts: isOdd ? starts.map(() => plain) : starts, sections, isKnown };
}

/** The first line of a unit's continuation at the same indentation, such as `}`, `else` or `end`. */
const continuation =
  /^(?:[)\]}>]|<\/|\{\s*$|(?:end|else|elif|elsif|elseif|except|finally|rescue|ensure|catch|then|do|done|fi|esac|begin|endif|endfor|endwhile|endfunction|endclass|loop|next|wend|until)\b|end\w*;?$|#\s*(?:else|elif|endif)\b|\{%-?\s*(?:end|else|elif)|\{\{[/~]|@end)/i;
const prefix =
  /^(?:@(?!echo\b)[\w.]|\/\/|#(?!\s*(?:include|define|if|ifdef|ifndef|else|elif|endif|pragma|import|undef)\b)|--(?=\s)|\/\*|\*|<!--|\[[A-Za-z][\w:.]*(?:\(.*\))?\]$|template\s*<)/;
const control =
  /^(?:\}?\s*)(?:if|for|foreach|while|switch|match|catch|return|else|with|elif|when|until|unless|do|try|using|lock|case|default|await|throw|new|super|yield)\b/;
const modifiers =
  /^(?:(?:export|default|declare|async|public|private|protected|internal|static|final|abstract|override|virtual|sealed|partial|readonly|pub(?:\([^)]*\))?|unsafe|extern|inline|const|open|suspend|local|data)\s+)*/;
const keyword =
  /^(?:def|function\*?|func|fn|fun|sub|class|interface|struct|enum|trait|type|module|namespace|record|object|protocol|extension|impl|procedure|proc|defmodule|defp?|defn|macro|union|contract|resource|describe|it|test)\b\s*(?:\([^)]*\)\s*)?["'`(]?([\p{L}_$][\p{L}\p{N}_$.:]*)/u;
const variable = /^(?:const|let|var|val|static|final)\s+(?:mut\s+)?([\p{L}_$][\p{L}\p{N}_$]*)\s*(?::|=)/u;
const constant = /^([A-Z][A-Z0-9_]+)\s*(?::[^=]*)?=(?!=)/;
const entry = /^(?:-\s+)?["']?([\p{L}_@$][\p{L}\p{N}_.$/@-]*)["']?\??\s*:(?!:)/u;
/** Statements that make names available: they are never left out on purpose. */
const inclusion =
  /^(?:import\b|from\b.*\bimport\b|#\s*include\b|use\b|using\b|require\b|require_relative\b|@import\b|@use\b|package\b|export\b.*\bfrom\b)|=\s*require\(/;
export function isInclusion(key: string): boolean {
  return inclusion.test(key);
}

/** The units of these lines, in order, without those inside them. @param last Inclusive. */
export function splitUnits(source: Source, first = 0, last = source.lines.length - 1): Unit[] {
  const units: Unit[] = [];
  let index = first;
  let begin: number | undefined;
  while (index <= last) {
    if (isBlank(source, index)) {
      if (begin !== undefined) units.push(unitOf(source, begin, index - 1, begin));
      begin = undefined;
      index += 1;
      continue;
    }
    if (isElisionAt(source, index)) {
      if (begin !== undefined) units.push(unitOf(source, begin, index - 1, begin));
      begin = undefined;
      units.push({ first: index, last: index, head: index, type: "elision", key: "", name: undefined });
      index += 1;
      continue;
    }
    const end = endOfUnit(source, index, last);
    const isPrefix = source.sections === undefined && isPrefixAt(source, index, end);
    if (isPrefix && end < last) begin ??= index;
    else {
      units.push(unitOf(source, begin ?? index, end, index));
      begin = undefined;
    }
    index = end + 1;
  }
  if (begin !== undefined) units.push(unitOf(source, begin, last, begin));
  return units;
}

function isBlank({ lines }: Source, index: number): boolean {
  return (lines[index] ?? "").trim() === "";
}

function isElisionAt({ lines, isKnown, starts, sections }: Source, index: number): boolean {
  return starts[index]?.isInside === false && isElision(lines[index] ?? "", isKnown, sections === "markdown");
}

/** Whether all lines are comments or attributes that belong to the unit below. */
function isPrefixAt({ lines, starts }: Source, first: number, last: number): boolean {
  for (let index = first; index <= last; index += 1) {
    const isInside = starts[index]?.isInside === true;
    const isContinued = (starts[index]?.depth ?? 0) > (starts[first]?.depth ?? 0);
    if (!isInside && !isContinued && index === first && !prefix.test((lines[index] ?? "").trim())) return false;
    if (!isInside && !isContinued && index > first && !/^[)\]*]/.test((lines[index] ?? "").trim())) return false;
  }
  return true;
}

/** The last line of the unit that begins at `head`, without blank lines after it. */
function endOfUnit(source: Source, head: number, last: number): number {
  const { lines, starts, sections } = source;
  if (sections !== undefined) return endOfSection(source, head, last, headings[sections]);
  const width = widthOf(lines[head] ?? "");
  const depth = starts[head]?.depth ?? 0;
  let end = head;
  for (let index = head + 1; index <= last; index += 1) {
    if (isBlank(source, index)) continue;
    const line = lines[index] ?? "";
    const isOpen = starts[index]?.isInside === true || (starts[index]?.depth ?? 0) > depth;
    const own = isElisionAt(source, index) ? Math.max(widthOf(line), widthAfter(source, index, last)) : widthOf(line);
    const isListItem = line.trim().startsWith("- ") && (lines[head] ?? "").trimEnd().endsWith(":");
    const isContinued = own === width && (isListItem || continuation.test(line.trim())) && !(index > end + 1 && line.trim() === "{");
    if (!isOpen && own <= width && !isContinued) break;
    end = index;
  }
  return end;
}

/** Answers often put an elision at the start of the line, whatever it stands for. */
function widthAfter(source: Source, index: number, last: number): number {
  for (let next = index + 1; next <= last; next += 1)
    if (!isBlank(source, next) && !isElisionAt(source, next)) return widthOf(source.lines[next] ?? "");
  return 0;
}

/** A section goes to the next heading, text without a heading to the next blank line. */
function endOfSection(source: Source, first: number, last: number, heading: RegExp): number {
  const isSection = heading.test(source.lines[first] ?? "");
  let [end, fence] = [first, ""];
  for (let index = first; index <= last; index += 1) {
    const line = source.lines[index] ?? "";
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    const isOpen = fence !== "";
    if (fence === "") fence = mark;
    else if (mark.startsWith(fence) && line.trim() === mark) fence = "";
    if (isOpen || index === first) end = index;
    else if (heading.test(line) || isElisionAt(source, index) || (!isSection && line.trim() === "")) break;
    else if (line.trim() !== "") end = index;
  }
  return end;
}

/** A map of YAML, JSON or a similar language, with a name or as a whole: its members are independent of each other. */
export function isMap({ key, type }: Unit): boolean {
  return type !== "statement" && (key === "{" || (entry.test(key) && /[:{]$/.test(key) && !key.startsWith("-")));
}

function unitOf(source: Source, first: number, last: number, head: number): Unit {
  const key = (source.lines[head] ?? "").trim();
  if (source.sections !== undefined) {
    const isSection = headings[source.sections].test(key);
    return {
      first,
      last,
      head,
      type: isSection ? "definition" : "statement",
      key,
      name: isSection ? key.replace(/^#+\s*/, "").toLowerCase() : undefined,
    };
  }
  const isLong = last > head;
  const name = nameOf(key, isLong || hasBody(key));
  const isEntry = name !== undefined && !isLong && entry.test(key) && !variable.test(key.replace(modifiers, ""));
  const type = name !== undefined && !isEntry ? "definition" : isLong ? "block" : "statement";
  return { first, last, head, type, key, name };
}

function nameOf(key: string, isLong: boolean): string | undefined {
  const bare = key.replace(modifiers, "");
  const named = keyword.exec(bare)?.[1] ?? variable.exec(key)?.[1] ?? variable.exec(bare)?.[1] ?? constant.exec(bare)?.[1];
  if (named !== undefined) return named;
  if (isInclusion(key) || control.test(key)) return undefined;
  if (isLong) {
    const called = calledName(bare);
    if (called !== undefined && !/[;,]$/.test(key)) return called;
  }
  return entry.exec(bare)?.[1];
}

/** Whether a function's body is in the same line. */
function hasBody(key: string): boolean {
  const close = key.indexOf(")");
  return close >= 0 && key.indexOf("{", close) > close && key.endsWith("}");
}

/** The word before the first round bracket, if only a type is before it. */
function calledName(key: string): string | undefined {
  const open = key.indexOf("(");
  if (open < 0) return undefined;
  const before = key
    .slice(0, open)
    .replace(/<[^<>]*>$/, "")
    .trimEnd();
  const name = before.split(/[^\p{L}\p{N}_$#~]+/u).at(-1) ?? "";
  return /^[\p{L}_$#~]/u.test(name) && /^[\w<>[\],.?&*:~\s$#]*$/.test(before.slice(0, before.length - name.length)) ? name : undefined;
}

/** Whether two maps have a member with the same name. */
export function shareMembers(source: Source, unit: Unit, other: Source, counterpart: Unit): boolean {
  const membersOf = (from: Source, of: Unit) => {
    const body = bodyOf(from, of);
    return body === undefined ? [] : splitUnits(from, body.first, body.last).flatMap(({ name }) => name ?? []);
  };
  const names = new Set(membersOf(other, counterpart));
  return membersOf(source, unit).some((name) => names.has(name));
}

/** The lines between a unit's head and the lines that close it; undefined: it has no body. */
export function bodyOf({ lines, starts, sections }: Source, { head, last }: Unit): { first: number; last: number } | undefined {
  if (sections !== undefined) return undefined;
  const width = widthOf(lines[head] ?? "");
  const parentheses = starts[head]?.parentheses ?? 0;
  let first = head + 1;
  while (first <= last && ((starts[first]?.parentheses ?? 0) > parentheses || (lines[first] ?? "").trim() === "{")) first += 1;
  // Nothing but a value in brackets, such as `return (` with elements.
  if (first >= last) first = head + 1;
  let end = last;
  while (
    end >= first &&
    ((lines[end] ?? "").trim() === "" || (widthOf(lines[end] ?? "") <= width && continuation.test((lines[end] ?? "").trim())))
  )
    end -= 1;
  return end < first || indentationOf(lines[first] ?? "") === undefined ? undefined : { first, last: end };
}
