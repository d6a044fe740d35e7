/** Reports variables that are undefined, unused, reserved or malformed. */

import { t } from "../../contract/translate.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { diagnostic } from "../diagnostic.ts";
import type { Facts } from "../facts.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import { type FrontMatterEntry, findEntry } from "../text/frontMatter.ts";
import { didYouMean, suggestNames } from "../text/suggestNames.ts";
import type { VariableReference } from "../text/variables.ts";
import { builtInVariables, findBuiltIn, findVariables, variableName } from "../text/variables.ts";
import { batchSets, findDefinedVariables, hasUnknownColumns, variableEntries } from "../variables/definedVariables.ts";
import { checkCsv } from "./checkCsv.ts";

export function checkVariables(document: PromptDocument, facts: Facts): Diagnostic[] {
  const references = [...document.fieldVariables, ...document.body.variables];
  const used = new Set([...references, ...document.testVariables, ...unquotedVariables(document)].map(({ name }) => name));
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

/** YAML reads them as objects, so that they are in no value. */
function unquotedVariables({ text, frontMatter }: PromptDocument): VariableReference[] {
  const found = frontMatter?.errors.filter(({ code }) => code === "unquotedVariable") ?? [];
  return found.flatMap(({ range }) => findVariables(text, range.start, range.end).references);
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
      return [diagnostic("argumentNotTaken", reference.range, t("`{0}` takes no argument.", name), { subject: name })];
    }
    const variable = defined.get(name);
    if (variable && !variable.always) {
      return [
        diagnostic("batchVariableMissing", reference.nameRange, t("`{0}` is not in every set of `batch`, and not in `vars`.", name), {
          subject: name,
        }),
      ];
    }
    if (variable || anyColumn) return [];
    const suggestions = suggestNames(name, known);
    return [
      diagnostic("undefinedVariable", reference.nameRange, t("`{0}` is not defined.", name) + didYouMean(suggestions[0]), {
        subject: name,
        suggestions,
      }),
    ];
  });
}

function checkArgument(reference: VariableReference, argument: "required" | "optional" | "none", argumentName: string): Diagnostic[] {
  const { name } = reference;
  if (argument === "none" && reference.argument !== undefined) {
    return [diagnostic("argumentNotTaken", reference.range, t("`{0}` takes no argument.", name), { subject: name })];
  }
  const written = `{{${name}:${argumentName}}}`;
  if (reference.argument === "" || (argument === "required" && reference.argument === undefined)) {
    return [
      diagnostic(
        "argumentMissing",
        reference.range,
        name === "file" ? t("`{0}` needs a path: `{1}`.", name, written) : t("`{0}` needs a question: `{1}`.", name, written),
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
    return [diagnostic("duplicateField", keyRange, t("`{0}` is written twice.", key), { subject: key })];
  });
}

/** Reports definitions that cannot be used, or are not. `used`: the names of all variables that occur. */
export function checkDefinitions(entries: readonly FrontMatterEntry[], used: ReadonlySet<string>): Diagnostic[] {
  const seen = new Set<string>();
  const names = [...used];
  return entries.flatMap((entry) => {
    if (findBuiltIn(entry.key)) {
      return [
        diagnostic("reservedVariable", entry.keyRange, t("`{0}` is a reserved name; choose another one.", entry.key), {
          subject: entry.key,
        }),
      ];
    }
    if (!variableName.test(entry.key)) {
      const message = t("`{0}` cannot be used as a variable: names are letters, digits, `_` and `-`.", entry.key);
      return [diagnostic("notAllowed", entry.keyRange, message, { subject: entry.key })];
    }
    const { value } = entry;
    if (value.type !== "scalar") {
      return [
        diagnostic("wrongType", value.range, t("The value of `{0}` must be a string, a number, true or false.", entry.key), {
          subject: entry.key,
        }),
      ];
    }
    // An alias has no value either, and is reported itself.
    const isAlias = value.value === null && value.source === "" && value.range.end > value.range.start;
    if (value.value === null && !isAlias) {
      const message = t('`{0}` has no value: write `""` for an empty text.', entry.key);
      return [diagnostic("wrongType", value.range, message, { subject: entry.key, suggestions: ['""'] })];
    }
    if (used.has(entry.key) || seen.has(entry.key)) return [];
    seen.add(entry.key);
    const suggestions = suggestNames(entry.key, names);
    return [
      diagnostic("unusedVariable", entry.keyRange, t("`{0}` is not used.", entry.key) + didYouMean(suggestions[0]), {
        subject: entry.key,
        suggestions,
      }),
    ];
  });
}

function checkBatch(document: PromptDocument, facts: Facts, used: ReadonlySet<string>): Diagnostic[] {
  const entry = findEntry(document.fields, "batch");
  if (!entry) return [];
  const { value } = entry;
  if (value.type === "scalar" && value.value !== null && (typeof value.value !== "string" || value.value === "")) {
    return [diagnostic("wrongType", value.range, t("`batch` must be a list of sets, or the path of a CSV file."), { subject: "batch" })];
  }
  const file = value.type === "scalar" ? facts.files?.[value.source] : undefined;
  const empty = value.type === "list" ? value.items.length === 0 : file?.rows === 0;
  if (empty) return [diagnostic("emptyBatch", value.range, t("`batch` is empty, so nothing would run."))];
  const { columns = [], header = 0, faults = [] } = file ?? {};
  return value.type === "scalar" ? checkCsv({ address: value.source, range: value.range }, { columns, header, faults }, used) : [];
}
