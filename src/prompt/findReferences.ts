/** Finds the definition and the uses of a variable, and renames it. */
import { findDefinedVariables } from "./definedVariables.ts";
import type { PromptDocument } from "./promptDocument.ts";
import type { TextEdit, TextRange } from "./textRange.ts";
import { contains } from "./textRange.ts";
import { findBuiltIn, variableName } from "./variables.ts";

export interface VariableLocations {
  name: string;
  /** The range at the offset. */
  range: TextRange;
  /** In `vars` and `batch`; empty for a column of a CSV file and for built-in variables. */
  definitions: readonly TextRange[];
  uses: readonly TextRange[];
}

export function findReferences(document: PromptDocument, offset: number): VariableLocations | undefined {
  const references = [...document.fieldVariables, ...document.body.variables];
  const defined = findDefinedVariables(document, {});
  const used = references.find((reference) => contains(reference.nameRange, offset));
  const definedHere = [...defined.values()].find((variable) => variable.definitions.some((range) => contains(range, offset)));
  const name = used?.name ?? definedHere?.name;
  const range = used?.nameRange ?? definedHere?.definitions.find((candidate) => contains(candidate, offset));
  if (name === undefined || !range) return undefined;
  return {
    name,
    range,
    definitions: defined.get(name)?.definitions ?? [],
    uses: references.filter((reference) => reference.name === name).map((reference) => reference.nameRange),
  };
}

/** The edits that rename a variable, or why it cannot be renamed. */
export function rename(document: PromptDocument, offset: number, newName: string): { edits: TextEdit[] } | { error: string } {
  const locations = findReferences(document, offset);
  if (!locations) return { error: "There is no variable here." };
  if (findBuiltIn(locations.name)) return { error: `\`${locations.name}\` is a built-in variable and cannot be renamed.` };
  if (!variableName.test(newName)) return { error: "A variable's name is made of letters, digits, `_` and `-`." };
  if (findBuiltIn(newName)) return { error: `\`${newName}\` is a reserved name.` };
  if (newName !== locations.name && findDefinedVariables(document, {}).has(newName)) return { error: `\`${newName}\` is already defined.` };
  return { edits: [...locations.definitions, ...locations.uses].map((range) => ({ range, newText: newName })) };
}
