/** The closed list of diagnostic codes, each with a fixed severity. */
import type { TextRange } from "./text/textRange.ts";

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
  foreignFrontMatter: "error",
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
  modelRetired: "warning",
  valueRefused: "warning",
  valueNotListed: "warning",
  fieldNotAnnounced: "error",
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
  assertionInvalid: "error",
  caseWithoutAssertion: "warning",
  repetitionsContradict: "error",
  judgeMissing: "error",
  caseInFile: "warning",
  csvInvalid: "error",
  csvWithoutEffect: "warning",
  unknownStyle: "error",
  styleInvalid: "error",
} as const satisfies Record<string, "error" | "warning">;

export type DiagnosticCode = keyof typeof severities;
type Severity = (typeof severities)[DiagnosticCode];

export interface Diagnostic {
  code: DiagnosticCode;
  severity: Severity;
  /** One sentence for the user. */
  message: string;
  range: TextRange;
  /** The name of the field, variable, model or path. */
  subject?: string;
  /** Valid names or values, the most likely first. */
  suggestions?: readonly string[];
  /**
   * Set if the diagnostic is in a file that the document names: the path as written, and the line from 0. `range` is then the location of
   * that path in the document. `isRow`: only the row that begins on this line is concerned.
   */
  elsewhere?: { file: string; line: number; isRow?: boolean };
}

export function diagnostic(
  code: DiagnosticCode,
  range: TextRange,
  message: string,
  details: Pick<Diagnostic, "subject" | "suggestions" | "elsewhere"> = {},
): Diagnostic {
  return { code, severity: severities[code], message, range, ...details };
}

/** The number of errors, each of which prevents a run. */
export function countBlocking(found: readonly Diagnostic[]): number {
  return found.filter(({ severity }) => severity === "error").length;
}
