/** Reports variables that are undefined, unused, reserved or malformed. */

import type { Diagnostic } from "../diagnostic.ts";
import { diagnostic } from "../diagnostic.ts";
import type { Facts } from "../facts.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import { type FrontMatterEntry, findEntry } from "../text/frontMatter.ts";
import { suggestNames } from "../text/suggestNames.ts";
import type { VariableReference } from "../text/variables.ts";
import { builtInVariables, findBuiltIn, variableName } from "../text/variables.ts";
import { batchSets, findDefinedVariables, hasUnknownColumns, variableEntries } from "../variables/definedVariables.ts";
import { checkCsv } from "./checkCsv.ts";

export function checkVariables(document: PromptDocument, facts: Facts): Diagnostic[] {
  const references = [...document.fieldVariables, ...document.body.variables];
  const used = new Set([...references, ...document.testVariables].map(({ name }) => name));
  const errors = [...document.fieldVariableErrors, ...document.body.variableErrors].map((error) =>
    diagnostic(error.code, error.range, error.message),
  );
  return [
    ...errors,
    ...checkReferences(document, references, facts),
    ...checkDefinitions([...variableEntries(document), ...batchSets(document).flat()], used),
    ...[variableEntries(document), ...batchSets(document)].flatMap((entries) => checkSameNames(document, entries)),
    ...checkBatch(document, facts, used),
  ];
}

function checkReferences(document: PromptDocument, references: readonly VariableReference[], facts: Facts): Diagnostic[] {
  const defined = findDefinedVariables(document, facts);
  const anyColumn = hasUnknownColumns(document, facts);
  const known = [...defined.keys(), ...builtInVariables.map((candidate) => candidate.name)];
  return references.flatMap((reference) => {
    const { name } = reference;
    const builtIn = findBuiltIn(name);
    if (builtIn) return checkArgument(reference, builtIn.argument, builtIn.argumentName);
    if (reference.argument !== undefined) {
      return [diagnostic("argumentNotTaken", reference.range, `\`${name}\` takes no argument.`, { subject: name })];
    }
    const variable = defined.get(name);
    if (variable && !variable.always) {
      return [
        diagnostic("batchVariableMissing", reference.nameRange, `\`${name}\` is not in every set of \`batch\`, and not in \`vars\`.`, {
          subject: name,
        }),
      ];
    }
    if (variable || anyColumn) return [];
    const suggestions = suggestNames(name, known);
    const likely = suggestions[0] ? ` Did you mean \`${suggestions[0]}\`?` : "";
    return [diagnostic("undefinedVariable", reference.nameRange, `\`${name}\` is not defined.${likely}`, { subject: name, suggestions })];
  });
}

function checkArgument(reference: VariableReference, argument: "required" | "optional" | "none", argumentName: string): Diagnostic[] {
  const { name } = reference;
  if (argument === "none" && reference.argument !== undefined) {
    return [diagnostic("argumentNotTaken", reference.range, `\`${name}\` takes no argument.`, { subject: name })];
  }
  if (reference.argument === "" || (argument === "required" && reference.argument === undefined)) {
    return [
      diagnostic(
        "argumentMissing",
        reference.range,
        `\`${name}\` needs a ${argumentName.toLowerCase()}: \`{{${name}:${argumentName}}}\`.`,
        { subject: name },
      ),
    ];
  }
  return [];
}

/** Reports names of one set that YAML distinguishes, but that are the same: their letters are composed differently. */
export function checkSameNames({ text }: PromptDocument, entries: readonly FrontMatterEntry[]): Diagnostic[] {
  const written = ({ keyRange }: FrontMatterEntry) => text.slice(keyRange.start, keyRange.end);
  const first = new Map(entries.toReversed().map((entry) => [entry.key, written(entry)]));
  return entries.flatMap((entry) => {
    const { key, keyRange } = entry;
    if (first.get(key) === written(entry)) return [];
    return [diagnostic("duplicateField", keyRange, `\`${key}\` is written twice.`, { subject: key })];
  });
}

/** Reports definitions that cannot be used, or are not. `used`: the names of all variables that occur. */
export function checkDefinitions(entries: readonly FrontMatterEntry[], used: ReadonlySet<string>): Diagnostic[] {
  const seen = new Set<string>();
  const names = [...used];
  return entries.flatMap((entry) => {
    if (findBuiltIn(entry.key)) {
      return [
        diagnostic("reservedVariable", entry.keyRange, `\`${entry.key}\` is a reserved name; choose another one.`, {
          subject: entry.key,
        }),
      ];
    }
    if (!variableName.test(entry.key)) {
      const message = `\`${entry.key}\` cannot be used as a variable: names are letters, digits, \`_\` and \`-\`.`;
      return [diagnostic("notAllowed", entry.keyRange, message, { subject: entry.key })];
    }
    const { value } = entry;
    if (value.type !== "scalar") {
      return [
        diagnostic("wrongType", value.range, `The value of \`${entry.key}\` must be a string, a number, true or false.`, {
          subject: entry.key,
        }),
      ];
    }
    // An alias has no value either, and is reported itself.
    const isAlias = value.value === null && value.source === "" && value.range.end > value.range.start;
    if (value.value === null && !isAlias) {
      const message = `\`${entry.key}\` has no value: write \`""\` for an empty text.`;
      return [diagnostic("wrongType", value.range, message, { subject: entry.key, suggestions: ['""'] })];
    }
    if (used.has(entry.key) || seen.has(entry.key)) return [];
    seen.add(entry.key);
    const suggestions = suggestNames(entry.key, names);
    const likely = suggestions[0] ? ` Did you mean \`${suggestions[0]}\`?` : "";
    return [diagnostic("unusedVariable", entry.keyRange, `\`${entry.key}\` is not used.${likely}`, { subject: entry.key, suggestions })];
  });
}

function checkBatch(document: PromptDocument, facts: Facts, used: ReadonlySet<string>): Diagnostic[] {
  const entry = findEntry(document.fields, "batch");
  if (!entry) return [];
  const { value } = entry;
  if (value.type === "scalar" && value.value !== null && (typeof value.value !== "string" || value.value === "")) {
    return [diagnostic("wrongType", value.range, "`batch` must be a list of sets, or the path of a CSV file.", { subject: "batch" })];
  }
  const file = value.type === "scalar" ? facts.files?.[value.source] : undefined;
  const empty = value.type === "list" ? value.items.length === 0 : file?.rows === 0;
  if (empty) return [diagnostic("emptyBatch", value.range, "`batch` is empty, so nothing would run.")];
  const { columns = [], header = 0, faults = [] } = file ?? {};
  return value.type === "scalar" ? checkCsv({ address: value.source, range: value.range }, { columns, header, faults }, used) : [];
}
