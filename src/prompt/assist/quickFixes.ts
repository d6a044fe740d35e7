/** The quick fixes of a diagnostic, the most likely first. */
import { kinds, kindTable, mediaKinds } from "../../contract/kind.ts";
import { mediaOptions } from "../../contract/media.ts";
import { shorten } from "../check/checkValue.ts";
import { escapeBraces } from "../compile/fillVariables.ts";
import { diagnose } from "../diagnose.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { Facts, ModelFact } from "../facts.ts";
import { findDefinedVariables } from "../parse/definedVariables.ts";
import { findField } from "../parse/documentFields.ts";
import { findEntry, visitNodes } from "../parse/frontMatter.ts";
import { type PromptDocument, parsePromptDocument, readText } from "../parse/promptDocument.ts";
import { applyEdits, type TextEdit } from "../parse/textRange.ts";
import { findBuiltIn } from "../parse/variables.ts";
import { findEntryAt, insertField, insertMember, removeField, removeItem, replaceValue } from "../write/editFields.ts";
import { writeScalar } from "../write/writeScalar.ts";
import { fixTurns } from "./turnFixes.ts";
import { fixYaml, removeTag, writeAliasOut } from "./yamlFixes.ts";

export interface QuickFix {
  title: string;
  edits: readonly TextEdit[];
  /** true: what most users want. */
  isPreferred: boolean;
}

/** Each fix leaves fewer diagnostics, and no new one. */
export function quickFixes(document: PromptDocument, diagnostic: Diagnostic, facts: Facts): QuickFix[] {
  const fixes = findFixes(document, diagnostic, facts).filter(({ edits }) => edits.length > 0);
  if (fixes.length === 0) return [];
  const before = countDiagnostics(document, facts);
  return fixes
    .filter(({ edits }) => isBetter(before, countDiagnostics(parsePromptDocument(applyEdits(document.text, edits)), facts)))
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

type Fix = Omit<QuickFix, "isPreferred">;

function findFixes(document: PromptDocument, diagnostic: Diagnostic, facts: Facts): Fix[] {
  const { range, subject = "" } = diagnostic;
  const { text } = document;
  switch (diagnostic.code) {
    case "unknownField":
    case "foreignField":
      return [...replaceAll(diagnostic), ...foreignFixes(document, diagnostic), ...removal(document, diagnostic)];
    case "undefinedVariable":
      return [...replaceAll(diagnostic), defineVariable(document, subject), askInstead(diagnostic)];
    case "batchVariableMissing":
      return [defineVariable(document, subject)];
    case "unknownModel":
    case "unknownStyle":
    case "modelCannot":
    case "valueRefused":
    case "valueNotListed":
    case "notAllowed":
    case "typeAndKind":
      return replaceAll(diagnostic);
    case "missingFile":
    case "stopPhraseInPrompt":
      return [...replaceAll(diagnostic), ...removalOfItem(document, diagnostic)];
    case "missingField":
      return insertions(document, diagnostic, facts);
    case "unusedVariable":
      return [...replaceAll(diagnostic), ...removeVariable(document, diagnostic)];
    case "duplicateField":
    case "promptTwice":
    case "reservedVariable":
    case "fieldNotAnnounced":
    case "tooShort":
      return removal(document, diagnostic);
    case "unquotedVariable":
      return [{ title: "Put the variable in quotes", edits: [{ range, newText: `"${text.slice(range.start, range.end)}"` }] }];
    case "yamlSyntax":
    case "notFields":
      return fixYaml(document, diagnostic);
    case "aliasUsed":
      return writeAliasOut(document, diagnostic);
    case "tagUsed":
      return removeTag(document, diagnostic);
    case "missingMember":
      return (diagnostic.suggestions ?? []).map((value) => {
        const written = `${subject}: ${writeScalar(value)}`;
        return { title: `Add \`${written}\``, edits: [insertMember(document, range, written)] };
      });
    case "emptyBatch":
      return removal(document, { ...diagnostic, subject: "batch", range: findEntry(document.fields, "batch")?.keyRange ?? range });
    case "wrongType":
      return [...writings(document, diagnostic), ...wrapInList(document, diagnostic), ...unquoteNumber(document, diagnostic)];
    case "unclosedFrontMatter":
      return [{ title: "Close the front matter", edits: [closeFrontMatter(document)] }];
    case "invalidVariable":
    case "unclosedVariable":
      return [keepBraces(document, range.start)];
    case "argumentNotTaken":
      return [{ title: "Remove the argument", edits: [{ range, newText: `{{${subject}}}` }] }];
    case "argumentMissing":
      return giveArgument(diagnostic);
    case "turnEmpty":
    case "roleNotAccepted":
    case "firstTurnNotUser":
    case "textBeforeTurns":
    case "lastTurnNotUser":
    case "turnRepeated":
      return fixTurns(document, diagnostic);
    case "judgeMissing":
      return judgeInsertions(document, diagnostic, facts);
    case "assertionOfOtherKind":
      return assertionFixes(document, diagnostic);
    case "styleInvalid":
    case "caseInFile":
    case "csvInvalid":
    case "csvWithoutEffect":
    case "assertionInvalid":
    case "caseWithoutAssertion":
    case "repetitionsContradict":
    case "tooManyItems":
    case "tooManyFiles":
    case "filesTooLarge":
    case "contentInAddress":
    case "tooLong":
    case "keyNotText":
    case "tooDeep":
    case "missingPrompt":
    case "turnsNotSent":
      return [];
  }
}

/** In double quotes, a backslash is written as two. */
function keepBraces(document: PromptDocument, start: number): Fix {
  let isInDoubleQuotes = false;
  visitNodes(document.fields, [], (node) => {
    const isHere = node.type === "scalar" && node.quoted && node.range.start < start && node.range.end > start;
    if (isHere) isInDoubleQuotes = document.text[node.range.start] === '"';
  });
  return { title: "Keep the braces as text", edits: [{ range: { start, end: start }, newText: isInDoubleQuotes ? "\\\\" : "\\" }] };
}

function replaceAll(diagnostic: Diagnostic): Fix[] {
  const isName = ["unknownField", "foreignField", "undefinedVariable", "unusedVariable"].includes(diagnostic.code);
  return (diagnostic.suggestions ?? []).map((suggestion) => ({
    title: `Change to \`${suggestion}\``,
    edits: [{ range: diagnostic.range, newText: isName ? suggestion : writeScalar(escapeBraces(suggestion)) }],
  }));
}

function removal(document: PromptDocument, diagnostic: Diagnostic): Fix[] {
  const edit = removeField(document, diagnostic.range);
  return edit ? [{ title: `Remove \`${shorten(diagnostic.subject ?? "the field")}\``, edits: [edit] }] : [];
}

function removalOfItem(document: PromptDocument, diagnostic: Diagnostic): Fix[] {
  const edit = removeItem(document, diagnostic.range);
  return edit ? [{ title: `Remove \`${shorten(diagnostic.subject ?? "the entry")}\``, edits: [edit] }] : [];
}

/** Adds an example question, or removes the colon of a variable without argument. */
function giveArgument({ subject = "", range }: Diagnostic): Fix[] {
  const builtIn = findBuiltIn(subject);
  if (!builtIn) return [];
  const newText = builtIn.argument === "required" ? `{{${subject}:${builtIn.argumentName}}}` : `{{${subject}}}`;
  return [{ title: `Change to \`${newText}\``, edits: [{ range, newText }] }];
}

/** Removes it from `vars` and from every set of `batch`; a variable of a case only from that case. */
function removeVariable(document: PromptDocument, { subject: name = "", range }: Diagnostic): Fix[] {
  const everywhere = findDefinedVariables(document, {}).get(name)?.definitions ?? [];
  const definitions = everywhere.some(({ start }) => start === range.start) ? everywhere : [range];
  const edits = definitions.map((one) => removeField(document, one)).filter((edit) => edit !== undefined);
  return [{ title: `Remove \`${name}\``, edits }];
}

/** A field of another kind may mean that the kind is wrong. */
function foreignFixes(document: PromptDocument, diagnostic: Diagnostic): Fix[] {
  const entry = findEntry(document.fields, "kind");
  const type = diagnostic.subject === "type" && !entry ? findEntry(document.fields, "type") : undefined;
  const named = `kind: ${document.kind}`;
  if (type && readText(document.fields, "type") === kindTable[document.kind].v2Type)
    return [{ title: `Change to \`${named}\``, edits: [{ range: type.range, newText: named }] }];
  if (diagnostic.code !== "foreignField" || entry) return [];
  const subject = diagnostic.subject ?? "";
  const owners = mediaKinds.filter((candidate) => Object.hasOwn(mediaOptions[candidate], subject));
  const kind = kinds.find((candidate) => subject.startsWith(`${candidate}_`)) ?? (owners.length === 1 ? owners[0] : undefined);
  // In the other interface, the kind is not enough.
  const isField = kind !== undefined && findField(kind, document.interface, subject) !== undefined;
  return isField ? [{ title: `Add \`kind: ${kind}\``, edits: [insertField(document, `kind: ${kind}`)] }] : [];
}

function insertions(document: PromptDocument, diagnostic: Diagnostic, facts: Facts): Fix[] {
  const name = diagnostic.subject ?? "";
  const known = facts.models ?? [];
  const isSure = known.some((model) => model.abilities?.[document.kind] === "yes");
  const able = known.filter((model) => {
    const ability = model.abilities?.[document.kind];
    return isSure ? ability === "yes" || ability === "perhaps" : ability !== "no";
  });
  const rank = { yes: 0, perhaps: 1, no: 3 };
  const rankOf = (candidate: ModelFact): number => rank[candidate.abilities?.[document.kind] ?? "no"];
  able.sort((a, b) => rankOf(a) - rankOf(b));
  const model = readText(document.fields, "model");
  const seen = (facts.seen ?? [])
    .filter((one) => one.field === name && one.worked && (!model || one.model === model))
    .map((one) => one.value);
  const values = name === "model" ? able.map((candidate) => candidate.id) : [...new Set([...seen, ...(diagnostic.suggestions ?? [])])];
  return values.slice(0, 4).map((value) => ({
    title: `Add \`${name}: ${value}\``,
    edits: [insertField(document, `${name}: ${writeScalar(value)}`)],
  }));
}

function defineVariable(document: PromptDocument, name: string): Fix {
  const vars = findEntry(document.fields, "vars");
  const title = `Define \`${name}\` in \`vars\``;
  // Without quotes, YAML reads names such as `null` as other values.
  const definition = `${writeScalar(name)}: ""`;
  if (!vars) return { title, edits: [insertField(document, `vars: { ${definition} }`)] };
  if (vars.value.type !== "map") return { title, edits: [replaceValue(document, vars, `{ ${definition} }`)] };
  const last = vars.value.entries.at(-1);
  const flow = document.text[vars.value.range.start] === "{";
  if (flow) {
    const at = last?.range.end ?? vars.value.range.start + 1;
    return { title, edits: [{ range: { start: at, end: at }, newText: last ? `, ${definition}` : ` ${definition} ` }] };
  }
  const start = vars.value.range.start;
  const indent = start - (document.text.lastIndexOf("\n", start - 1) + 1);
  const newText = `${definition}${newline(document.text)}${" ".repeat(indent)}`;
  return { title, edits: [{ range: { start, end: start }, newText }] };
}

function askInstead(diagnostic: Diagnostic): Fix {
  return { title: "Ask for it when the document runs", edits: [{ range: diagnostic.range, newText: `input:${diagnostic.subject ?? ""}` }] };
}

function writings(document: PromptDocument, { range, suggestions = [] }: Diagnostic): Fix[] {
  const entry = findEntryAt(document, range);
  return suggestions.map((newText) => ({
    title: `Change to \`${newText}\``,
    edits: [entry ? replaceValue(document, entry, newText) : { range, newText }],
  }));
}

function wrapInList(document: PromptDocument, diagnostic: Diagnostic): Fix[] {
  const { range, subject } = diagnostic;
  const value = findEntry(document.fields, subject ?? "")?.value;
  if (!["files", "image", "stop_sequences"].includes(subject ?? "") || value?.type === "list" || range.start === range.end) return [];
  const written = document.text.slice(range.start, range.end);
  return written.includes("\n") ? [] : [{ title: "Make it a list", edits: [{ range, newText: `[${written}]` }] }];
}

function unquoteNumber(document: PromptDocument, diagnostic: Diagnostic): Fix[] {
  const written = document.text.slice(diagnostic.range.start, diagnostic.range.end);
  const number = /^["']?(-?\d+(?:\.\d+)?)[ \t]*(?:s|sec|seconds?|x)?["']?$/.exec(written)?.[1];
  return number && number !== written ? [{ title: `Change to \`${number}\``, edits: [{ range: diagnostic.range, newText: number }] }] : [];
}

function closeFrontMatter(document: PromptDocument): TextEdit {
  const at = document.body.range.start;
  const before = document.text.slice(0, at).endsWith("\n") ? "" : newline(document.text);
  return { range: { start: at, end: at }, newText: `${before}---${newline(document.text)}` };
}

function judgeInsertions(document: PromptDocument, { subject = "judge" }: Diagnostic, { models = [] }: Facts): Fix[] {
  const able = models.filter((model) => model.abilities?.text === "yes" && model.isHidden !== true).map(({ id }) => id);
  const own = document.kind === "text" ? readText(document.fields, "model") : undefined;
  const names = [...new Set([...able, ...(own === undefined ? [] : [own])])];
  return names.slice(0, 4).map((name) => ({
    title: `Add \`${subject}: ${name}\``,
    edits: [insertField(document, `${subject}: ${writeScalar(name)}`)],
  }));
}

/** Either the kind of the case is wrong, or the assertion. */
function assertionFixes(document: PromptDocument, { range, suggestions = [], subject = "" }: Diagnostic): Fix[] {
  const tests = findEntry(document.fields, "tests")?.value;
  const items = tests?.type === "list" ? tests.items : [];
  const own = items.find((item) => item.type === "map" && item.range.start <= range.start && item.range.end >= range.end);
  const kind = own?.type === "map" ? findEntry(own, "kind") : undefined;
  const meant = suggestions.map((one) => ({
    title: `Change to \`kind: ${one}\``,
    edits: kind ? [{ range: kind.range, newText: `kind: ${one}` }] : own ? [insertMember(document, own.range, `kind: ${one}`)] : [],
  }));
  const listed = own?.type === "map" ? findEntry(own, "assert")?.value : undefined;
  const entry =
    listed?.type === "list" ? listed.items.find((item) => item.range.start <= range.start && item.range.end >= range.end) : undefined;
  const isOnly = entry?.type === "map" && entry.entries.length === 1;
  const removal = isOnly ? removeItem(document, entry.range) : removeField(document, range);
  return [...meant, ...(removal === undefined ? [] : [{ title: `Remove \`${subject}\``, edits: [removal] }])];
}

function newline(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
