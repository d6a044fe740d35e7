/** The closed list of diagnostic codes, each with a fixed severity. */
import type { TextRange } from "./textRange.ts";

/** @internal */
export const severities = {
  yamlSyntax: "error",
  duplicateField: "error",
  aliasUsed: "error",
  tagUsed: "error",
  keyNotText: "error",
  unquotedVariable: "error",
  notFields: "error",
  tooDeep: "error",
  unclosedFrontMatter: "error",
  missingField: "error",
  missingMember: "error",
  missingPrompt: "error",
  unknownField: "warning",
  foreignField: "error",
  wrongType: "error",
  notAllowed: "error",
  tooLong: "error",
  tooShort: "error",
  tooManyItems: "error",
  tooManyFiles: "error",
  filesTooLarge: "error",
  missingFile: "error",
  contentInAddress: "error",
  typeAndKind: "error",
  promptTwice: "error",
  unknownModel: "warning",
  modelCannot: "warning",
  valueRefused: "warning",
  valueNotListed: "warning",
  stopPhraseInPrompt: "warning",
  undefinedVariable: "error",
  unusedVariable: "warning",
  unclosedVariable: "warning",
  invalidVariable: "warning",
  argumentMissing: "error",
  argumentNotTaken: "error",
  reservedVariable: "error",
  emptyBatch: "error",
  batchVariableMissing: "error",
  firstTurnNotUser: "error",
  lastTurnNotUser: "error",
  turnRepeated: "warning",
  turnEmpty: "warning",
  textBeforeTurns: "error",
  roleNotAccepted: "error",
  turnsNotSent: "warning",
  assertionOfOtherKind: "warning",
  judgeMissing: "error",
  caseInFile: "warning",
} as const satisfies Record<string, "error" | "warning">;

export type DiagnosticCode = keyof typeof severities;
type Severity = (typeof severities)[DiagnosticCode];

export interface Diagnostic {
  code: DiagnosticCode;
  severity: Severity;
  /** One sentence for a person. */
  message: string;
  range: TextRange;
  /** The name in question: a field, a variable, a model, a path. */
  subject?: string;
  /** Names or values that would be right instead, the likeliest first. */
  suggestions?: readonly string[];
  /** It stands in a file that the document names: the path as written, and the line from 0. `range` is where the document names it. */
  elsewhere?: { file: string; line: number };
}

export function diagnostic(
  code: DiagnosticCode,
  range: TextRange,
  message: string,
  details: Pick<Diagnostic, "subject" | "suggestions" | "elsewhere"> = {},
): Diagnostic {
  return { code, severity: severities[code], message, range, ...details };
}

/** How many problems keep a document from running, as the Problems view counts them: 0 where there are warnings alone. */
export function countBlocking(found: readonly Diagnostic[]): number {
  return found.some(({ severity }) => severity === "error") ? found.length : 0;
}
