/** The sets of variable values of a document: one for each request. */

import { t } from "../../contract/translate.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import type { Style } from "../styles/style.ts";
import type { FrontMatterEntry } from "../text/frontMatter.ts";
import { findEntry, hasValue } from "../text/frontMatter.ts";
import { parseCsv } from "../text/parseCsv.ts";
import type { VariableReference } from "../text/variables.ts";
import { batchSets, variableEntries } from "./definedVariables.ts";

/** The values that `findNeeds` lists. A missing value leaves its placeholder in the text and is reported as an error. */
export interface SuppliedValues {
  selection?: string;
  file?: string;
  clipboard?: string;
  /** `YYYY-MM-DD`. */
  date?: string;
  /** Answers by question. */
  answers?: Readonly<Record<string, string>>;
  /** Texts by path. */
  includedFiles?: Readonly<Record<string, string>>;
  /** Files to send by path, as data URIs. */
  attachments?: Readonly<Record<string, string>>;
  /** Text of `batch`'s CSV file. */
  batchCsv?: string;
  /** The styles that the document can name. */
  styles?: readonly Style[];
}

export type VariableSet = Readonly<Record<string, string>>;

interface VariableSets {
  sets: readonly VariableSet[];
  /** Why the sets are not known, in one sentence. */
  error: string | undefined;
}

/** The sets, one for each request: those of `batch` merged into `vars`, or only `vars`. */
export function readVariableSets(document: PromptDocument, supplied: SuppliedValues): VariableSets {
  const own = toSet(variableEntries(document));
  const batch = findEntry(document.fields, "batch")?.value;
  if (batch?.type === "list") return { sets: batchSets(document).map((entries) => ({ ...own, ...toSet(entries) })), error: undefined };
  if (batch?.type !== "scalar" || batch.source === "") return { sets: [own], error: undefined };
  if (supplied.batchCsv === undefined) return { sets: [], error: t("The file of `batch` could not be read.") };
  const { rows, faults } = parseCsv(supplied.batchCsv);
  const [fault] = faults.filter(({ blocks }) => blocks !== "nothing");
  if (fault !== undefined) return { sets: [], error: `${batch.source}:${fault.line + 1}: ${fault.message}` };
  return { sets: rows.map((row) => ({ ...own, ...row })), error: undefined };
}

export function readVariable(reference: VariableReference, supplied: SuppliedValues, set: VariableSet): string | undefined {
  switch (reference.name) {
    case "selection":
      return supplied.selection;
    case "clipboard":
      return supplied.clipboard;
    case "date":
      return supplied.date;
    case "file":
      return reference.argument ? ownValue(supplied.includedFiles, reference.argument) : supplied.file;
    case "input":
      return reference.argument ? ownValue(supplied.answers, reference.argument) : undefined;
    default:
      return ownValue(set, reference.name);
  }
}

export function ownValue(record: Readonly<Record<string, string>> | undefined, key: string): string | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined;
}

/** A variable without a value is not defined. */
function toSet(entries: readonly FrontMatterEntry[]): Record<string, string> {
  return Object.fromEntries(entries.flatMap(({ key, value }) => (hasValue(value) ? [[key, value.source]] : [])));
}
