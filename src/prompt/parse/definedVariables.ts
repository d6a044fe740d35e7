/** Finds the variables that a document defines in `vars` and `batch`. */
import type { Facts } from "../facts.ts";
import type { FrontMatterEntry } from "./frontMatter.ts";
import { findEntry, hasValue } from "./frontMatter.ts";
import { caseNodes, type PromptDocument } from "./promptDocument.ts";
import type { TextRange } from "./textRange.ts";
import { variableName } from "./variables.ts";

export interface DefinedVariable {
  name: string;
  /** Every location that defines a value, `vars` first. Empty for a column of a CSV file. */
  definitions: readonly TextRange[];
  /** The value in `vars`, as text. */
  value: string | undefined;
  /** Whether it is in `vars`, or in every set of `batch`. */
  always: boolean;
}

export function findDefinedVariables(document: PromptDocument, facts: Facts): ReadonlyMap<string, DefinedVariable> {
  const found = new Map<string, DefinedVariable>();
  for (const entry of variableEntries(document)) {
    const value = hasValue(entry.value) ? entry.value.source : undefined;
    found.set(entry.key, { name: entry.key, definitions: [entry.keyRange], value, always: true });
  }
  const sets = batchSets(document);
  for (const entry of sets.flat()) {
    const earlier = found.get(entry.key);
    found.set(entry.key, {
      name: entry.key,
      definitions: [...(earlier?.definitions ?? []), entry.keyRange],
      value: earlier?.value,
      always: earlier?.always ?? sets.every((set) => set.some((other) => other.key === entry.key)),
    });
  }
  for (const column of csvColumns(document, facts) ?? []) {
    if (!found.has(column) && variableName.test(column))
      found.set(column, { name: column, definitions: [], value: undefined, always: true });
  }
  return found;
}

export function variableEntries(document: PromptDocument): readonly FrontMatterEntry[] {
  const value = findEntry(document.fields, "vars")?.value;
  return value?.type === "map" ? value.entries : [];
}

/** The entries of each set of `batch`, if it is a list. */
export function batchSets(document: PromptDocument): (readonly FrontMatterEntry[])[] {
  const value = findEntry(document.fields, "batch")?.value;
  return value?.type === "list" ? value.items.map((item) => (item.type === "map" ? item.entries : [])) : [];
}

/** The entries of `vars` in all cases of `tests`. */
export function caseVariableEntries(document: PromptDocument): readonly FrontMatterEntry[] {
  return caseNodes(document.fields).flatMap((one) => {
    const value = findEntry(one, "vars")?.value;
    return value?.type === "map" ? value.entries : [];
  });
}

/** true: `batch` names a CSV file with unknown columns, so any variable name may be valid. */
export function hasUnknownColumns(document: PromptDocument, facts: Facts): boolean {
  const value = findEntry(document.fields, "batch")?.value;
  return value?.type === "scalar" && value.source !== "" && csvColumns(document, facts) === undefined;
}

function csvColumns(document: PromptDocument, facts: Facts): readonly string[] | undefined {
  const value = findEntry(document.fields, "batch")?.value;
  return value?.type === "scalar" ? facts.files?.[value.source]?.columns : undefined;
}
