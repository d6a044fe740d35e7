/** Finds the definition and the uses of a variable, and renames it. */
import { caseVariableEntries, findDefinedVariables } from "../parse/definedVariables.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import type { TextEdit, TextRange } from "../parse/textRange.ts";
import { contains } from "../parse/textRange.ts";
import { findBuiltIn, variableName } from "../parse/variables.ts";

export interface VariableLocations {
  name: string;
  /** The range at the offset. */
  range: TextRange;
  /** In `vars`, `batch` and the cases of `tests`; empty for a column of a CSV file and for built-in variables. */
  definitions: readonly TextRange[];
  uses: readonly TextRange[];
}

export function findReferences(document: PromptDocument, offset: number): VariableLocations | undefined {
  const references = [...document.fieldVariables, ...document.body.variables, ...document.testVariables];
  const defined = findDefinitions(document);
  const used = references.find((reference) => contains(reference.nameRange, offset));
  const definedHere = defined.find((definition) => contains(definition.range, offset));
  const name = used?.name ?? definedHere?.name;
  const range = used?.nameRange ?? definedHere?.range;
  if (name === undefined || !range) return undefined;
  return {
    name,
    range,
    definitions: defined.flatMap((definition) => (definition.name === name ? [definition.range] : [])),
    uses: references.filter((reference) => reference.name === name).map((reference) => reference.nameRange),
  };
}

function findDefinitions(document: PromptDocument): { name: string; range: TextRange }[] {
  const own = [...findDefinedVariables(document, {}).values()];
  return [
    ...own.flatMap(({ name, definitions }) => definitions.map((range) => ({ name, range }))),
    ...caseVariableEntries(document).map(({ key, keyRange }) => ({ name: key, range: keyRange })),
  ];
}

/** The edits that rename a variable, or why it cannot be renamed. */
export function rename(document: PromptDocument, offset: number, newName: string): { edits: TextEdit[] } | { error: string } {
  const locations = findReferences(document, offset);
  if (!locations) return { error: "There is no variable here." };
  if (findBuiltIn(locations.name)) return { error: `\`${locations.name}\` is a built-in variable and cannot be renamed.` };
  if (!variableName.test(newName)) return { error: "A variable's name is made of letters, digits, `_` and `-`." };
  if (findBuiltIn(newName)) return { error: `\`${newName}\` is a reserved name.` };
  const isDefined = findDefinitions(document).some(({ name }) => name === newName);
  if (newName !== locations.name && isDefined) return { error: `\`${newName}\` is already defined.` };
  return { edits: [...locations.definitions, ...locations.uses].map((range) => ({ range, newText: newName })) };
}
