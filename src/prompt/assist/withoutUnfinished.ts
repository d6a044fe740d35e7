import type { Diagnostic, DiagnosticCode } from "../diagnostic.ts";
import type { TextRange } from "../text/textRange.ts";

/** Diagnostics that every unfinished document has, or that are caused by an unclosed part. */
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

/** The user's current input position. */
export interface Typing {
  /** The cursor's line. */
  line: TextRange;
  /** Whether the cursor is on the line of the last edit. */
  isOnEditedLine: boolean;
}

/**
 * The diagnostics that can be shown while the user is typing: those already visible, and others after the cursor has left the line that
 * caused them.
 * @param shown The visible diagnostics.
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
