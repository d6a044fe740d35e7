/** Lists what must be fetched before a document can be compiled. */

import { attachedAddresses, isRemote, isWebAddress } from "../documentFiles.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import { readText } from "../parse/promptDocument.ts";
import { textsIn } from "../testing/fillValue.ts";
import type { TestCase } from "../testing/readTests.ts";
import { fillVariables } from "../text/fillVariables.ts";
import { findEntry } from "../text/frontMatter.ts";
import { findVariables } from "../text/variables.ts";
import { findDefinedVariables } from "../variables/definedVariables.ts";
import type { SuppliedValues, VariableSet } from "../variables/variableSets.ts";
import { readVariable, readVariableSets } from "../variables/variableSets.ts";

export interface Needs {
  selection: boolean;
  /** The text of the previously active editor. */
  file: boolean;
  clipboard: boolean;
  date: boolean;
  /** Questions of `{{input:Question}}`, in order and without duplicates. */
  questions: readonly string[];
  /** Paths of files whose text is inserted into the prompt. */
  includedFiles: readonly string[];
  /** Path of the CSV file; fetch it first, because other paths may depend on it. */
  batchFile: string | undefined;
}

export interface NeededAttachments {
  paths: readonly string[];
  addresses: readonly string[];
}

/** `tests`: the cases that are run, whose assertions contain variables too. */
export function findNeeds(document: PromptDocument, tests: readonly TestCase[] = []): Needs {
  const asserted = tests.flatMap(({ assertions }) => assertions.flatMap(({ value, threshold = null }) => textsIn([value, threshold])));
  const references = [
    ...document.fieldVariables,
    ...document.body.variables,
    ...asserted.flatMap((text) => findVariables(text, 0, text.length).references),
  ];
  const defined = findDefinedVariables(document, {});
  const uses = (name: string): boolean => references.some((one) => one.name === name && !one.argument) && !defined.has(name);
  const argumentsOf = (name: string): string[] => [
    ...new Set(references.flatMap((one) => (one.name === name && one.argument ? [one.argument] : []))),
  ];
  const batch = findEntry(document.fields, "batch")?.value;
  return {
    selection: uses("selection"),
    file: uses("file"),
    clipboard: uses("clipboard"),
    date: uses("date"),
    questions: argumentsOf("input"),
    includedFiles: argumentsOf("file"),
    batchFile: batch?.type === "scalar" ? readText(document.fields, "batch") : undefined,
  };
}

/**
 * Paths of the files to send, and web addresses, without duplicates, with variables filled in for every set; data URIs are not included.
 * `changes`: other values of variables for compiling the document, such as those of its tests.
 */
export function findAttachments(document: PromptDocument, supplied: SuppliedValues, changes: readonly VariableSet[]): NeededAttachments {
  const own = readVariableSets(document, supplied).sets;
  const sets = [...own, ...changes.map((change) => ({ ...own[0], ...change }))];
  const sources = attachedAddresses(document).map(({ source }) => source);
  const filled = sets.flatMap((set) =>
    sources.map((source) => fillVariables(source, (reference) => readVariable(reference, supplied, set))),
  );
  const all = [...new Set(filled)];
  return { paths: all.filter((address) => !isRemote(address)), addresses: all.filter(isWebAddress) };
}
