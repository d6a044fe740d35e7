/** Finds the variables that a document defines in `vars`, `batch` and the cases of `tests`. */
import type { Facts } from "../facts.ts";
import { caseNodes, type PromptDocument } from "../parse/promptDocument.ts";
import type { FrontMatterEntry, MapNode } from "../text/frontMatter.ts";
import { findEntry, hasValue } from "../text/frontMatter.ts";
import type { TextRange } from "../text/textRange.ts";
import { variableName } from "../text/variables.ts";
import { isCaseColumn } from "./caseColumns.ts";

export interface DefinedVariable {
  name: string;
  /** Every location in `vars` and `batch` that defines a value, `vars` first. */
  definitions: readonly TextRange[];
  /** The value in `vars`, as text. */
  value: string | undefined;
  /** Whether it is in `vars`, or in every set of `batch`, or only in cases, of which each is checked on its own. */
  always: boolean;
  /** The first field that sets it. */
  field: "vars" | "batch" | "tests";
}

export function findDefinedVariables(document: PromptDocument, facts: Facts): ReadonlyMap<string, DefinedVariable> {
  const found = new Map<string, DefinedVariable>();
  for (const entry of variableEntries(document)) {
    const value = hasValue(entry.value) ? entry.value.source : undefined;
    found.set(entry.key, { name: entry.key, definitions: [entry.keyRange], value, always: true, field: "vars" });
  }
  const sets = batchSets(document);
  for (const entry of sets.flat()) {
    const earlier = found.get(entry.key);
    found.set(entry.key, {
      name: entry.key,
      definitions: [...(earlier?.definitions ?? []), entry.keyRange],
      value: earlier?.value,
      always: earlier?.always ?? sets.every((set) => set.some((other) => other.key === entry.key)),
      field: earlier?.field ?? "batch",
    });
  }
  const addName = (name: string, field: "batch" | "tests"): void => {
    if (!found.has(name) && variableName.test(name)) found.set(name, { name, definitions: [], value: undefined, always: true, field });
  };
  for (const column of csvColumns(document, "batch", facts) ?? []) addName(column, "batch");
  for (const { key } of caseVariableEntries(document)) addName(key, "tests");
  for (const column of csvColumns(document, "tests", facts) ?? []) addName(column, "tests");
  return found;
}

export function variableEntries({ fields }: Pick<PromptDocument, "fields">): readonly FrontMatterEntry[] {
  return entriesOfVars(fields);
}

/** The entries of `vars` in the document or in one of its cases. */
export function entriesOfVars(map: MapNode): readonly FrontMatterEntry[] {
  const value = findEntry(map, "vars")?.value;
  return value?.type === "map" ? composed(value.entries) : [];
}

/** With names that are equal if their letters are. */
function composed(entries: readonly FrontMatterEntry[]): readonly FrontMatterEntry[] {
  return entries.map((entry) => ({ ...entry, key: entry.key.normalize() }));
}

/** The entries of each set of `batch`, if it is a list. */
export function batchSets(document: PromptDocument): (readonly FrontMatterEntry[])[] {
  const value = findEntry(document.fields, "batch")?.value;
  return value?.type === "list" ? value.items.map((item) => (item.type === "map" ? composed(item.entries) : [])) : [];
}

/** The entries of `vars` in all cases of `tests`. */
export function caseVariableEntries(document: PromptDocument): readonly FrontMatterEntry[] {
  return caseNodes(document.fields).flatMap(entriesOfVars);
}

/** true: `batch` or `tests` names a CSV file with unknown columns, so any variable name may be valid. */
export function hasUnknownColumns(document: PromptDocument, facts: Facts): boolean {
  return (["batch", "tests"] as const).some((field) => {
    const value = findEntry(document.fields, field)?.value;
    return value?.type === "scalar" && value.source !== "" && csvColumns(document, field, facts) === undefined;
  });
}

function csvColumns(document: PromptDocument, field: "batch" | "tests", facts: Facts): readonly string[] | undefined {
  const value = findEntry(document.fields, field)?.value;
  const columns = value?.type === "scalar" ? facts.files?.[value.source]?.columns : undefined;
  return field === "batch" ? columns : columns?.filter((column) => !isCaseColumn(column));
}
