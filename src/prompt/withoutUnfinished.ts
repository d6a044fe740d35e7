import type { Diagnostic, DiagnosticCode } from "./diagnostic.ts";
import type { TextRange } from "./textRange.ts";

/** What every document lacks until its author has written that far, and what a part that is not closed yet does to the rest. */
const early: ReadonlySet<DiagnosticCode> = new Set([
  "unclosedFrontMatter",
  "yamlSyntax",
  "notFields",
  "keyNotText",
  "missingField",
  "missingMember",
  "missingPrompt",
  "unusedVariable",
  "turnEmpty",
  "lastTurnNotUser",
]);

/** Where somebody is typing. */
export interface Typing {
  /** The cursor's line. */
  line: TextRange;
  /** The cursor is on the line of the last edit. */
  isOnEditedLine: boolean;
}

/**
 * The diagnostics that can be shown while somebody is typing: those that were shown before, and others once the line that caused them is left.
 * @param shown The diagnostics that are shown now.
 */
export function withoutUnfinished(found: readonly Diagnostic[], shown: readonly Diagnostic[], typing: Typing): Diagnostic[] {
  const known = new Set(shown.map(nameOf));
  const { line, isOnEditedLine } = typing;
  const isUnfinished = ({ code, range }: Diagnostic) =>
    isOnEditedLine || early.has(code) || (range.start <= line.end && line.start <= range.end);
  return found.filter((one) => known.has(nameOf(one)) || !isUnfinished(one));
}

function nameOf({ code, subject = "" }: Diagnostic): string {
  return `${code} ${subject}`;
}
