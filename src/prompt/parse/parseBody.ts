/** Finds the headings, turns, code fences and variables of a document's body. */
import type { TextRange } from "../text/textRange.ts";
import type { VariableError, VariableReference } from "../text/variables.ts";
import { findVariables } from "../text/variables.ts";

interface Heading {
  level: number;
  title: string;
  /** The line without its line ending. */
  range: TextRange;
}

/** Words that start a turn. `system` and `developer` are recognised so that they can be refused. */
const turnRoles = ["user", "assistant", "system", "developer"] as const;
type TurnRole = (typeof turnRoles)[number];

export interface PromptTurn {
  role: TurnRole;
  headingRange: TextRange;
  /** From the end of the heading's line to the next turn's heading. */
  contentRange: TextRange;
}

export interface Body {
  range: TextRange;
  headings: readonly Heading[];
  turns: readonly PromptTurn[];
  /** Fenced code blocks, including the fences. */
  fences: readonly TextRange[];
  variables: readonly VariableReference[];
  variableErrors: readonly VariableError[];
}

const fence = /^ {0,3}(`{3,}|~{3,})/;
const headingLine = /^ {0,3}(#{1,6})[ \t]+(?![ \t])(.*)$/;

export function parseBody(text: string, start: number): Body {
  const headings: Heading[] = [];
  const fences: TextRange[] = [];
  let openFence: { mark: string; start: number } | undefined;
  for (let at = start; at < text.length; ) {
    const newline = text.indexOf("\n", at);
    const next = newline === -1 ? text.length : newline + 1;
    const first = firstVisible(text, at, next);
    if (first === "`" || first === "~") {
      const mark = fence.exec(text.slice(at, next))?.[1];
      if (mark && !openFence) openFence = { mark, start: at };
      else if (mark && openFence && closesFence(text.slice(at, next), openFence.mark)) {
        fences.push({ start: openFence.start, end: trimLineEnd(text, at, next) });
        openFence = undefined;
      }
    } else if (first === "#" && !openFence) {
      const end = trimLineEnd(text, at, next);
      const match = headingLine.exec(text.slice(at, end));
      if (match) headings.push({ level: match[1]?.length ?? 1, title: readTitle(match[2] ?? ""), range: { start: at, end } });
    }
    at = next;
  }
  if (openFence) fences.push({ start: openFence.start, end: text.length });
  const { references, errors } = findVariables(text, start, text.length);
  return {
    range: { start, end: text.length },
    headings,
    turns: readTurns(text, headings),
    fences,
    variables: references,
    variableErrors: errors,
  };
}

/** A heading may end with hashes, with spaces around them. */
function readTitle(content: string): string {
  const trailingBlanks = /(?<![ \t])[ \t]+$/;
  return content
    .replace(trailingBlanks, "")
    .replace(/(?<!#)#+$/, "")
    .replace(trailingBlanks, "");
}

function readTurns(text: string, headings: readonly Heading[]): PromptTurn[] {
  const opened = headings.flatMap((heading) => {
    const role = turnRoles.find((known) => known === heading.title.toLowerCase());
    return heading.level === 2 && role ? [{ role, range: heading.range }] : [];
  });
  return opened.map(({ role, range }, index) => {
    const newline = text.indexOf("\n", range.end);
    const start = newline === -1 ? text.length : newline + 1;
    return { role, headingRange: range, contentRange: { start, end: Math.max(start, opened[index + 1]?.range.start ?? text.length) } };
  });
}

function firstVisible(text: string, start: number, end: number): string | undefined {
  for (let at = start; at < Math.min(end, start + 4); at += 1) if (text[at] !== " ") return text[at];
  return undefined;
}

function closesFence(line: string, mark: string): boolean {
  const trimmed = line.trim();
  return trimmed.length >= mark.length && trimmed === (mark[0] ?? "").repeat(trimmed.length);
}

function trimLineEnd(text: string, start: number, next: number): number {
  let end = next;
  while (end > start && (text[end - 1] === "\n" || text[end - 1] === "\r")) end -= 1;
  return end;
}
