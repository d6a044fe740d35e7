/** Nothing in; what can be wrong with a document, as a closed list of codes with a fixed severity each, out. */
import type { TextRange } from "./textRange.ts";

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
  typeAndKind: "error",
  promptTwice: "error",
  unknownModel: "warning",
  modelCannot: "warning",
  valueRefused: "warning",
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
} as const satisfies Record<string, "error" | "warning">;

export type DiagnosticCode = keyof typeof severities;
export type Severity = (typeof severities)[DiagnosticCode];

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
}

export function diagnostic(
  code: DiagnosticCode,
  range: TextRange,
  message: string,
  details: { subject?: string; suggestions?: readonly string[] } = {},
): Diagnostic {
  return { code, severity: severities[code], message, range, ...details };
}
