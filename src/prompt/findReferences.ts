/** A document and an offset in; the places of the variable there, where it is defined, and the edits that rename it out. */
import { findDefinedVariables } from "./definedVariables.ts";
import type { PromptDocument } from "./promptDocument.ts";
import type { TextEdit, TextRange } from "./textRange.ts";
import { contains } from "./textRange.ts";
import { findBuiltIn, variableName } from "./variables.ts";

export interface VariablePlaces {
  name: string;
  /** The place at the offset. */
  range: TextRange;
  /** In `vars` and `batch`; empty for a column of a CSV file and for a variable that every document knows. */
  definitions: readonly TextRange[];
  uses: readonly TextRange[];
}

export function findReferences(document: PromptDocument, offset: number): VariablePlaces | undefined {
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

/** Why a variable cannot be renamed, or the edits that do it. */
export function rename(document: PromptDocument, offset: number, newName: string): { edits: TextEdit[] } | { refusal: string } {
  const places = findReferences(document, offset);
  if (!places) return { refusal: "There is no variable here." };
  if (findBuiltIn(places.name)) return { refusal: `\`${places.name}\` has a meaning of its own and cannot be renamed.` };
  if (!variableName.test(newName)) return { refusal: "A variable's name is made of letters, digits, `_` and `-`." };
  if (findBuiltIn(newName)) return { refusal: `\`${newName}\` has a meaning of its own.` };
  if (newName !== places.name && findDefinedVariables(document, {}).has(newName)) return { refusal: `\`${newName}\` is already defined.` };
  return { edits: [...places.definitions, ...places.uses].map((range) => ({ range, newText: newName })) };
}
