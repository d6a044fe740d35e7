/** The sets of variable values of a document: one for each request. */
import { batchSets, variableEntries } from "./definedVariables.ts";
import type { FrontMatterEntry } from "./frontMatter.ts";
import { findEntry } from "./frontMatter.ts";
import { parseCsv } from "./parseCsv.ts";
import type { PromptDocument } from "./promptDocument.ts";
import type { VariableReference } from "./variables.ts";

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
}

export type VariableSet = Readonly<Record<string, string>>;

/** The message for `missingCsv`. */
export const missingCsvMessage = "The file of `batch` could not be read.";

/** The sets, one for each request: those of `batch` merged into `vars`, or only `vars`. */
export function readVariableSets(document: PromptDocument, supplied: SuppliedValues): { sets: VariableSet[]; missingCsv: boolean } {
  const own = toSet(variableEntries(document));
  const batch = findEntry(document.fields, "batch")?.value;
  if (batch?.type === "list") return { sets: batchSets(document).map((entries) => ({ ...own, ...toSet(entries) })), missingCsv: false };
  if (batch?.type !== "scalar" || batch.source === "") return { sets: [own], missingCsv: false };
  if (supplied.batchCsv === undefined) return { sets: [], missingCsv: true };
  return { sets: parseCsv(supplied.batchCsv).rows.map((row) => ({ ...own, ...row })), missingCsv: false };
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

function toSet(entries: readonly FrontMatterEntry[]): Record<string, string> {
  return Object.fromEntries(entries.flatMap((entry) => (entry.value.type === "scalar" ? [[entry.key, entry.value.source]] : [])));
}
