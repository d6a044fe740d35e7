/** Divides code into units: statements, and definitions with their bodies, by indentation and brackets. */
import { isElision } from "./elisions.ts";
import { type CodeForm, nameIn } from "./forms.ts";
import { indentationOf, widthOf } from "./indentation.ts";
import { type LineStart, scanLines } from "./scanLines.ts";
import { elementOf, entry, hasBody, inclusionOf, isInclusion, modifiers, unitName, variable } from "./unitNames.ts";

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
  /** A table with members. */
  isTable?: boolean;
}

export interface CodeSource {
  lines: readonly string[];
  starts: readonly LineStart[];
  form: CodeForm;
  /** Whether the document that the code is for has this line. */
  isKnown(line: string): boolean;
}

const latexHeadings = String.raw`part|chapter|(?:sub){0,2}section|appendix|bibliography|printbibliography|(?:begin|end)\{document\}`;
const headings: Record<"markdown" | "latex", RegExp> = {
  markdown: /^#{1,6}\s/,
  latex: new RegExp(String.raw`^\s*\\(?:${latexHeadings})`),
};

export function readSource(lines: readonly string[], form: CodeForm, isKnown: (line: string) => boolean = () => true): CodeSource {
  const starts = scanLines(lines);
  const isOdd = (starts.at(-1)?.depth ?? 0) > 0 || starts.at(-1)?.isInside === true;
  // Brackets that do not match are not understood: only the indentation counts.
  const plain = { depth: 0, parentheses: 0, isInside: false, isText: false };
  return { lines, starts: isOdd ? starts.map(() => plain) : starts, form, isKnown };
}

/** The first line of a unit's continuation at the same indentation, such as `}`, `else` or `end`. */
const branchWords = "else|elif|elsif|elseif|except|finally|rescue|ensure|catch";
const endWords = "end|then|do|done|fi|esac|begin|endif|endfor|endwhile|endfunction|endclass|loop|next|wend|until";
const bracket = String.raw`[)\]}>]|\{\s*$`;
const continuation = new RegExp(String.raw`^(?:${bracket}|(?:${branchWords})\b|(?:${endWords})\b(?!\s*[:=])|end\w*;?$)`, "i");
/** Of what begins with the same sign only, such as `#if`. */
const signs: readonly (readonly [sign: string, continuation: RegExp])[] = [
  ["#", /^#\s*(?:else|elif|endif)\b/i],
  ["{%", /^\{%-?\s*(?:end|else|elif)/i],
  ["{{", /^\{\{[/~]/],
  ["@", /^@(?:end|else)/i],
];
/** What belongs to the unit below it: decorators, comments, attributes and parameters of templates. */
const directives = "include|define|if|ifdef|ifndef|else|elif|endif|pragma|import|undef";
const commentSign = String.raw`//|#(?!\s*(?:${directives})\b)|--(?=\s)|/\*|\*|<!--`;
const attribute = String.raw`\[[A-Za-z][\w:.]*(?:\(.*\))?\]$`;
const prefix = new RegExp(String.raw`^(?:@(?!echo\b)[\w.]|${commentSign}|${attribute}|template\s*<)`);
/** The units of these lines, in order, without those inside them. @param last Inclusive. */
export function splitUnits(source: CodeSource, first = 0, last = source.lines.length - 1): Unit[] {
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
    const isPrefix = source.form.sections === undefined && isPrefixAt(source, index, end);
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

function isBlank({ lines }: CodeSource, index: number): boolean {
  return (lines[index] ?? "").trim() === "";
}

function isElisionAt({ lines, isKnown, starts, form }: CodeSource, index: number): boolean {
  return starts[index]?.isInside === false && isElision(lines[index] ?? "", isKnown, form.sections === "markdown");
}

/** Whether all lines are comments or attributes that belong to the unit below. */
function isPrefixAt({ lines, starts, form }: CodeSource, first: number, last: number): boolean {
  const start = form.comment ?? prefix;
  for (let index = first; index <= last; index += 1) {
    const isInside = starts[index]?.isInside === true;
    const isContinued = (starts[index]?.depth ?? 0) > (starts[first]?.depth ?? 0);
    if (!isInside && !isContinued && index === first && !start.test((lines[index] ?? "").trim())) return false;
    if (!isInside && !isContinued && index > first && !/^[)\]*]/.test((lines[index] ?? "").trim())) return false;
  }
  return true;
}

/** The last line of the unit that begins at `head`, without blank lines after it. */
function endOfUnit(source: CodeSource, head: number, last: number): number {
  const { lines, starts, form } = source;
  if (form.sections !== undefined) return endOfSection(source, head, last);
  if (isPartAt(source, head)) return endOfPart(source, head, last);
  const width = widthOf(lines[head] ?? "");
  const depth = starts[head]?.depth ?? 0;
  let end = head;
  for (let index = head + 1; index <= last; index += 1) {
    if (isBlank(source, index)) continue;
    const line = lines[index] ?? "";
    const isOpen = starts[index]?.isInside === true || (starts[index]?.depth ?? 0) > depth;
    const own = isElisionAt(source, index) ? Math.max(widthOf(line), widthAfter(source, index, last)) : widthOf(line);
    const isListItem = line.trim().startsWith("- ") && (lines[head] ?? "").trimEnd().endsWith(":");
    const isClosing = isContinuation(line.trim(), (lines[head] ?? "").trim());
    const isContinued = own === width && (isListItem || isClosing) && !(index > end + 1 && line.trim() === "{");
    if (!isOpen && own <= width && !isContinued) break;
    end = index;
  }
  const isOuter = width === 0 && depth === 0;
  return form.hasSemicolons === true && isOuter ? endOfStatement(source, head, end, last) : end;
}

function isPartAt({ lines, starts, form }: CodeSource, index: number): boolean {
  const { depth = 0, isInside = false } = starts[index] ?? {};
  return depth === 0 && !isInside && nameIn(form.part, (lines[index] ?? "").trim()) !== undefined;
}

/** Comments directly above the next part belong to it. */
function endOfPart(source: CodeSource, head: number, last: number): number {
  let next = head + 1;
  while (next <= last && !isPartAt(source, next)) next += 1;
  let end = next - 1;
  if (next <= last) while (end > head && source.form.comment?.test((source.lines[end] ?? "").trim()) === true) end -= 1;
  while (end > head && isBlank(source, end)) end -= 1;
  return end;
}

/** `GO`, `/` and `//` stand for semicolons in some programs. */
function endsStatement(line: string): boolean {
  const text = (line.split("--", 1)[0] ?? "").trim();
  return /;$|\/\/$|^(?:GO|\/)$/i.test(text) || line.trimEnd().endsWith(";");
}

const beginsStatement = /^(?:CREATE|ALTER|DROP)\b/i;

/** A body between `$$` may contain blank lines and semicolons. */
function endOfStatement(source: CodeSource, head: number, from: number, last: number): number {
  const { lines } = source;
  if (/^(?:--|#|\/\*)/.test((lines[head] ?? "").trim())) return from;
  let end = from;
  let count = range(head, end).reduce((sum, index) => sum + countDollars(lines[index] ?? ""), 0);
  while (end < last) {
    const isOpen = count % 2 === 1;
    const next = lines[end + 1] ?? "";
    if (!isOpen && (endsStatement(lines[end] ?? "") || next.trim() === "" || beginsStatement.test(next))) break;
    end += 1;
    count += countDollars(next);
  }
  return end;
}

function countDollars(line: string): number {
  return line.match(/\$\w*\$/g)?.length ?? 0;
}

function isContinuation(line: string, head: string): boolean {
  const closed = /^<\/([\w.:-]*)/.exec(line)?.[1];
  if (closed !== undefined) return head.includes(`<${closed}`);
  return continuation.test(line) || signs.some(([sign, pattern]) => head.startsWith(sign) && pattern.test(line));
}

/** Answers often put an elision at the start of the line, whatever it stands for. */
function widthAfter(source: CodeSource, index: number, last: number): number {
  for (let next = index + 1; next <= last; next += 1)
    if (!isBlank(source, next) && !isElisionAt(source, next)) return widthOf(source.lines[next] ?? "");
  return 0;
}

/** In Markdown also a line of text above a line of `=` or `-`. */
function isHeadingAt({ lines, form }: CodeSource, index: number): boolean {
  const line = lines[index] ?? "";
  if (form.sections === undefined) return false;
  if (headings[form.sections].test(line)) return true;
  const isBelowBlank = (lines[index - 1] ?? "").trim() === "";
  return (
    form.sections === "markdown" &&
    isBelowBlank &&
    /^ {0,3}[\p{L}\p{N}`*_[]/u.test(line) &&
    /^ {0,3}(?:=+|-+)\s*$/.test(lines[index + 1] ?? "")
  );
}

/** A section goes to the next heading, text without a heading to the next blank line. */
function endOfSection(source: CodeSource, first: number, last: number): number {
  const isSection = isHeadingAt(source, first);
  let [end, fence] = [first, ""];
  for (let index = first; index <= last; index += 1) {
    const line = source.lines[index] ?? "";
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    const isOpen = fence !== "";
    if (fence === "") fence = mark;
    else if (mark.startsWith(fence) && line.trim() === mark) fence = "";
    if (isOpen || index === first) end = index;
    else if (isHeadingAt(source, index) || isElisionAt(source, index) || (!isSection && line.trim() === "")) break;
    else if (line.trim() !== "") end = index;
  }
  return end;
}

/** A map of YAML, JSON or a similar language, with a name or as a whole: its members are independent of each other. */
export function isMapUnit({ key, type, isTable }: Unit): boolean {
  if (isTable === true) return true;
  return type !== "statement" && (key === "{" || (entry.test(key) && /[:{]$/.test(key) && !key.startsWith("-")));
}

function unitOf(source: CodeSource, first: number, last: number, head: number): Unit {
  const start = (source.lines[head] ?? "").trim();
  // The names that are imported may be on lines of their own.
  const isImport = isInclusion(start) && !start.endsWith("(");
  const key = isImport
    ? range(head, last)
        .map((line) => (source.lines[line] ?? "").trim())
        .join(" ")
    : start;
  const { form } = source;
  if (isPartAt(source, head))
    return { first, last, head, type: "definition", key, name: nameIn(form.part, key), isTable: form.hasMembers === true };
  if (form.sections !== undefined) {
    const isSection = isHeadingAt(source, head);
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
  if (isInclusion(key)) return { first, last, head, type: isLong ? "block" : "statement", key, name: inclusionOf(key) };
  const member = nameIn(form.member, source.lines[head] ?? "");
  const name = member ?? unitName(key, isLong || hasBody(key));
  const isEntry =
    name !== undefined && !isLong && (member !== undefined || (entry.test(key) && !variable.test(key.replace(modifiers, ""))));
  const type = name !== undefined && !isEntry ? "definition" : isLong ? "block" : "statement";
  return { first, last, head, type, key, name: name ?? elementOf(key) };
}

export function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => first + step);
}

/** Whether two maps have a member with the same name. */
export function shareMembers(source: CodeSource, unit: Unit, other: CodeSource, counterpart: Unit): boolean {
  const membersOf = (from: CodeSource, of: Unit) => {
    const body = bodyOf(from, of);
    return body === undefined ? [] : splitUnits(from, body.first, body.last).flatMap(({ name }) => name ?? []);
  };
  const names = new Set(membersOf(other, counterpart));
  return membersOf(source, unit).some((name) => names.has(name));
}

/** The lines between a unit's head and the lines that close it; undefined: it has no body. */
export function bodyOf(source: CodeSource, { head, last }: Unit): { first: number; last: number } | undefined {
  const { lines, starts, form } = source;
  if (form.sections !== undefined) return undefined;
  if (isPartAt(source, head)) return last > head ? { first: head + 1, last } : undefined;
  const width = widthOf(lines[head] ?? "");
  const parentheses = starts[head]?.parentheses ?? 0;
  let first = head + 1;
  while (first <= last && ((starts[first]?.parentheses ?? 0) > parentheses || (lines[first] ?? "").trim() === "{")) first += 1;
  // Nothing but a value in brackets, such as `return (` with elements.
  if (first >= last) first = head + 1;
  // Without indentation, what is closed may be inside.
  const inside = starts[head + 1]?.depth ?? 0;
  const isClosing = (index: number) => {
    const line = (lines[index] ?? "").trim();
    const closes = isContinuation(line, (lines[head] ?? "").trim());
    return closes && widthOf(lines[index] ?? "") <= width && (starts[index]?.depth ?? 0) <= Math.max(inside, starts[first]?.depth ?? 0);
  };
  let end = last;
  while (end >= first && ((lines[end] ?? "").trim() === "" || isClosing(end))) end -= 1;
  return end < first || indentationOf(lines[first] ?? "") === undefined ? undefined : { first, last: end };
}
