/** Gets the values of a document, with the files that the command line may send. */
import path from "node:path";
import type { PromptDocument } from "../../prompt/promptDocument.ts";
import type { SuppliedValues, VariableSet } from "../../prompt/variableSets.ts";
import { fetchValues } from "../../promptFiles/fetchValues.ts";

export interface ValueOptions {
  values: Readonly<Record<string, string>>;
  answers: Readonly<Record<string, string>>;
  /** Whether files from elsewhere than the document's folder and the current one may be sent. */
  allowsOutside: boolean;
  /** Receives lines about what happens. */
  report(line: string): void;
}

/** The folders whose files may be read; undefined: those of the whole disk. */
export function allowedFolders(file: string, { allowsOutside }: Pick<ValueOptions, "allowsOutside">): string[] | undefined {
  return allowsOutside ? undefined : [path.dirname(path.resolve(file)), process.cwd()];
}

/** `changes`: other values of variables that the document is compiled with. undefined: a file from outside is not allowed, which was reported. */
export function fetchAllowed(
  file: string,
  document: PromptDocument,
  options: ValueOptions,
  changes: readonly VariableSet[] = [],
): Promise<SuppliedValues | undefined> {
  const { values, answers, report } = options;
  return fetchValues(file, document, {
    values,
    answers,
    changes,
    folders: allowedFolders(file, options),
    reportOutside: (address) => report(`${file}: error: \`${address}\` is outside the document's folder; --allow-outside sends it.`),
  });
}
