/** Finds the definition and the uses of a variable, and renames it. */

import { t } from "../../contract/translate.ts";
import { findDocumentFiles } from "../documentFiles.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import { findTestsFile } from "../testing/readTests.ts";
import { findCells } from "../text/csvCells.ts";
import { parseCsv } from "../text/parseCsv.ts";
import type { TextEdit, TextRange } from "../text/textRange.ts";
import { containsOffset } from "../text/textRange.ts";
import { findBuiltIn, findVariables, variableName } from "../text/variables.ts";
import { holdsAssertions, isCaseColumn } from "../variables/caseColumns.ts";
import { caseVariableEntries, findDefinedVariables } from "../variables/definedVariables.ts";
import { writeScalar } from "../write/writeScalar.ts";

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
  const used = references.find((reference) => containsOffset(reference.nameRange, offset));
  const definedHere = defined.find((definition) => containsOffset(definition.range, offset));
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

interface Renamed {
  edits: TextEdit[];
  /** The edits of each CSV file, by its path in the document. */
  files: ReadonlyMap<string, TextEdit[]>;
}

/** The CSV files whose columns are variables, as the document names them. */
export function findTables(document: PromptDocument): string[] {
  const files = findDocumentFiles(document).filter(({ use }) => use === "batch" || use === "tests");
  return [...new Set(files.map(({ address }) => address))];
}

/** The edits that rename a variable, or why it cannot be renamed. `tables`: the texts of `findTables` that can be read. */
export function rename(
  document: PromptDocument,
  offset: number,
  written: string,
  tables: ReadonlyMap<string, string> = new Map(),
): Renamed | { error: string } {
  const newName = written.normalize();
  const locations = findReferences(document, offset);
  if (!locations) return { error: t("There is no variable here.") };
  if (findBuiltIn(locations.name)) return { error: t("`{0}` is a built-in variable and cannot be renamed.", locations.name) };
  if (!variableName.test(newName)) return { error: t("A variable's name is made of letters, digits, `_` and `-`.") };
  if (findBuiltIn(newName)) return { error: t("`{0}` is a reserved name.", newName) };
  const tests = findTestsFile(document)?.address;
  if (tests !== undefined && isCaseColumn(newName)) return { error: t("A column of `{0}` that begins with `__` is no variable.", tests) };
  const columns = [...tables.values()].flatMap((text) => parseCsv(text).columns);
  const isDefined = columns.includes(newName) || findDefinitions(document).some(({ name }) => name === newName);
  if (newName !== locations.name && isDefined) return { error: t("`{0}` is already defined.", newName) };
  // As a key, YAML reads names such as `null` as other values.
  const key = writeScalar(newName);
  return {
    edits: [
      ...locations.definitions.map((range) => ({ range, newText: key })),
      ...locations.uses.map((range) => ({ range, newText: newName })),
    ],
    files: new Map(
      [...tables].map(([address, text]) => {
        const found = findInTable(text, locations.name, address === tests);
        return [address, found.map((range) => ({ range, newText: newName }))];
      }),
    ),
  };
}

/** The names of columns, and, in a file of cases, the placeholders in its assertions. Other cells are literal. */
function findInTable(text: string, name: string, hasAssertions: boolean): TextRange[] {
  const { header, rows } = findCells(text);
  const names = header.map(({ start, end }) => text.slice(start, end).normalize());
  const asserted = names.map((column) => hasAssertions && holdsAssertions(column));
  const uses = rows.flatMap((cells) => cells.filter((_, index) => asserted[index]));
  return [
    ...header.filter((_, index) => names[index] === name),
    ...uses.flatMap(({ start, end }) =>
      findVariables(text, start, end).references.flatMap((one) => (one.name === name ? [one.nameRange] : [])),
    ),
  ];
}
