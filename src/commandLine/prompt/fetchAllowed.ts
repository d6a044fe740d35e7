/** Gets the values of a document, including files that the command line may send. */
import path from "node:path";
import { fetchValues } from "../../prompt/files/fetchValues.ts";
import type { PromptDocument } from "../../prompt/parse/promptDocument.ts";
import type { SuppliedValues } from "../../prompt/parse/variableSets.ts";
import type { TestCase } from "../../prompt/tests/readTests.ts";

export interface ValueOptions {
  values: Readonly<Record<string, string>>;
  answers: Readonly<Record<string, string>>;
  /** Whether files outside the document's folder and the current folder may be sent. */
  allowsOutside: boolean;
  /** Receives progress messages. */
  report(line: string): void;
}

/** The folders whose files may be read; undefined: any folder. */
export function allowedFolders(file: string, { allowsOutside }: Pick<ValueOptions, "allowsOutside">): string[] | undefined {
  return allowsOutside ? undefined : [path.dirname(path.resolve(file)), process.cwd()];
}

/** `tests`: the cases that are run. undefined: a file outside the allowed folders was reported. */
export function fetchAllowed(
  file: string,
  document: PromptDocument,
  options: ValueOptions,
  tests: readonly TestCase[] = [],
): Promise<SuppliedValues | undefined> {
  const { values, answers, report } = options;
  return fetchValues(file, document, {
    values,
    answers,
    tests,
    folders: allowedFolders(file, options),
    reportOutside: (address) => report(`${file}: error: \`${address}\` is outside the document's folder; --allow-outside sends it.`),
  });
}
