/** Gets what a document needs besides its text: files, answers and today's date. */
import { readFile } from "node:fs/promises";
import { findAttachmentPaths, findNeeds } from "../../prompt/findNeeds.ts";
import type { PromptDocument } from "../../prompt/promptDocument.ts";
import type { SuppliedValues } from "../../prompt/variableSets.ts";
import { writeDate } from "../../prompt/writeDate.ts";
import { findOutside, readDataUri, resolveFrom } from "./documentFolder.ts";

export interface FetchOptions {
  values: Readonly<Record<string, string>>;
  answers: Readonly<Record<string, string>>;
  /** Whether files from elsewhere than the document's folder and the current one may be sent. */
  allowsOutside: boolean;
  /** Receives lines about what happens. */
  report(line: string): void;
}

/** undefined: a file from outside is not allowed, which was reported. */
export async function fetchValues(file: string, document: PromptDocument, options: FetchOptions): Promise<SuppliedValues | undefined> {
  const { values, answers } = options;
  const needs = findNeeds(document);
  if (!(await allowOutside(file, [...(needs.batchFile === undefined ? [] : [needs.batchFile]), ...needs.includedFiles], options)))
    return undefined;
  const given: SuppliedValues = {
    date: writeDate(new Date()),
    ...values,
    answers,
    ...(needs.batchFile === undefined ? {} : { batchCsv: await readFile(resolveFrom(file, needs.batchFile), "utf8") }),
  };
  const attached = findAttachmentPaths(document, given);
  if (!(await allowOutside(file, attached, options))) return undefined;
  return {
    ...given,
    includedFiles: await readAll(needs.includedFiles, (address) => readFile(resolveFrom(file, address), "utf8")),
    attachments: await readAll(attached, (address) => readDataUri(file, address)),
  };
}

/** A document from elsewhere must not carry private files away unseen. */
async function allowOutside(file: string, addresses: readonly string[], { allowsOutside, report }: FetchOptions): Promise<boolean> {
  const outside = allowsOutside ? [] : await findOutside(file, addresses);
  for (const address of outside) report(`${file}: error: \`${address}\` is outside the document's folder; --allow-outside sends it.`);
  return outside.length === 0;
}

async function readAll(addresses: readonly string[], read: (address: string) => Promise<string>): Promise<Record<string, string>> {
  return Object.fromEntries(await Promise.all(addresses.map(async (address) => [address, await read(address)] as const)));
}
