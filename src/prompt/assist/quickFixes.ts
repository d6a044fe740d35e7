/** The quick fixes of a diagnostic, the most likely first. */
import { diagnose } from "../diagnose.ts";
import type { Diagnostic, DiagnosticCode } from "../diagnostic.ts";
import type { Facts } from "../facts.ts";
import { type PromptDocument, parsePromptDocument } from "../parse/promptDocument.ts";
import { applyTextEdits } from "../text/textRange.ts";
import {
  addMember,
  assertionFixes,
  foreignFixes,
  insertions,
  judgeInsertions,
  removal,
  removalOfItem,
  removeBatch,
  replaceAll,
  unquoteNumber,
  wrapInList,
  writings,
} from "./fieldFixes.ts";
import type { Fix } from "./fix.ts";
import { fixTurns } from "./turnFixes.ts";
import { askInstead, defineVariable, giveArgument, keepBraces, quoteVariable, removeArgument, removeVariable } from "./variableFixes.ts";
import { closeFrontMatter, fixYaml, removeTag, writeAliasOut } from "./yamlFixes.ts";

export interface QuickFix extends Fix {
  /** true: what most users want. */
  isPreferred: boolean;
}

type FindFixes = (document: PromptDocument, diagnostic: Diagnostic, facts: Facts) => readonly Fix[];

const fixesOf: Record<DiagnosticCode, readonly FindFixes[]> = {
  yamlSyntax: [fixYaml],
  duplicateField: [removal],
  aliasUsed: [writeAliasOut],
  tagUsed: [removeTag],
  keyNotText: [],
  unquotedVariable: [quoteVariable],
  notFields: [fixYaml],
  tooDeep: [],
  unclosedFrontMatter: [closeFrontMatter],
  foreignFrontMatter: [replaceAll],
  missingField: [insertions],
  missingMember: [addMember],
  missingPrompt: [],
  unknownField: [replaceAll, foreignFixes, removal],
  foreignField: [replaceAll, foreignFixes, removal],
  wrongType: [writings, wrapInList, unquoteNumber],
  notAllowed: [replaceAll],
  tooLong: [],
  tooShort: [removal],
  tooManyItems: [],
  tooManyFiles: [],
  filesTooLarge: [],
  missingFile: [replaceAll, removalOfItem],
  contentInAddress: [],
  typeAndKind: [replaceAll],
  promptTwice: [removal],
  unknownModel: [replaceAll],
  unknownStyle: [replaceAll],
  modelCannot: [replaceAll],
  modelRetired: [replaceAll],
  valueRefused: [replaceAll],
  valueNotListed: [replaceAll, removal],
  fieldNotAnnounced: [removal],
  stopPhraseInPrompt: [replaceAll, removalOfItem],
  undefinedVariable: [replaceAll, defineVariable, askInstead],
  unusedVariable: [replaceAll, removeVariable],
  unclosedVariable: [keepBraces],
  invalidVariable: [keepBraces],
  argumentMissing: [giveArgument],
  argumentNotTaken: [removeArgument],
  reservedVariable: [removal],
  emptyBatch: [removeBatch],
  batchVariableMissing: [defineVariable],
  firstTurnNotUser: [fixTurns],
  lastTurnNotUser: [fixTurns],
  turnRepeated: [fixTurns],
  turnEmpty: [fixTurns],
  textBeforeTurns: [fixTurns],
  roleNotAccepted: [fixTurns],
  turnsNotSent: [],
  assertionOfOtherKind: [assertionFixes],
  assertionInvalid: [],
  caseWithoutAssertion: [],
  repetitionsContradict: [],
  judgeMissing: [judgeInsertions],
  caseInFile: [],
  csvInvalid: [],
  csvWithoutEffect: [],
  styleInvalid: [],
};

/** Each fix leaves fewer diagnostics, and no new one. */
export function quickFixes(document: PromptDocument, diagnostic: Diagnostic, facts: Facts): QuickFix[] {
  const fixes = fixesOf[diagnostic.code].flatMap((find) => find(document, diagnostic, facts)).filter(({ edits }) => edits.length > 0);
  if (fixes.length === 0) return [];
  const before = countDiagnostics(document, facts);
  return fixes
    .filter(({ edits }) => isBetter(before, countDiagnostics(parsePromptDocument(applyTextEdits(document.text, edits)), facts)))
    .map((one, index) => ({ ...one, isPreferred: index === 0 }));
}

/** By what each reports, because its position and the numbers in its message may change. */
function countDiagnostics(document: PromptDocument, facts: Facts): ReadonlyMap<string, number> {
  const found = Map.groupBy(diagnose(document, facts), ({ code, subject }) => JSON.stringify([code, subject]));
  return new Map([...found].map(([key, its]) => [key, its.length]));
}

function isBetter(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): boolean {
  const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((total, count) => total + count, 0);
  return sum(after) < sum(before) && [...after].every(([key, count]) => count <= (before.get(key) ?? 0));
}
