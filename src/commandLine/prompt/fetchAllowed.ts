/** Gets the values of a document, and the files that it names, as far as the command line may send or read them. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { findOutside, resolveFrom } from "../../prompt/files/documentFolder.ts";
import { fetchValues } from "../../prompt/files/fetchValues.ts";
import type { PromptDocument } from "../../prompt/parse/promptDocument.ts";
import type { SuppliedValues } from "../../prompt/parse/variableSets.ts";
import type { TestCase } from "../../prompt/testing/readTests.ts";

export interface ValueOptions {
  values: Readonly<Record<string, string>>;
  answers: Readonly<Record<string, string>>;
  /** Whether files outside the document's folder and the current folder may be sent. */
  allowsOutside: boolean;
  /** Receives progress messages. */
  report(line: string): void;
}

/** The folders whose files may be read; undefined: any folder. */
function allowedFolders(file: string, { allowsOutside }: Pick<ValueOptions, "allowsOutside">): string[] | undefined {
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

/** Reads a file that a document names. undefined: it cannot or must not be read, which was reported. */
export async function readAllowed(
  file: string,
  address: string,
  options: Pick<ValueOptions, "allowsOutside" | "report">,
): Promise<Buffer | undefined> {
  const folders = allowedFolders(file, options);
  if (folders !== undefined && (await findOutside(file, [address], folders)).length > 0) {
    options.report(`${file}: error: \`${address}\` is outside the document's folder; --allow-outside reads it.`);
    return undefined;
  }
  return readFile(resolveFrom(file, address)).catch(() => undefined);
}
