/** Gets what a document needs in addition to its text: files, answers and today's date. */
import { readFile } from "node:fs/promises";
import { findAttachmentPaths, findNeeds } from "../prompt/findNeeds.ts";
import type { PromptDocument } from "../prompt/promptDocument.ts";
import type { TestCase } from "../prompt/tests/readTests.ts";
import type { SuppliedValues } from "../prompt/variableSets.ts";
import { writeDate } from "../prompt/writeDate.ts";
import { findOutside, readDataUri, resolveFrom } from "./documentFolder.ts";

export interface FetchOptions {
  values: Readonly<Record<string, string>>;
  answers: Readonly<Record<string, string>>;
  /** The folders whose files may be sent, with links followed; undefined: any folder. */
  folders: readonly string[] | undefined;
  /** The cases that are run. */
  tests?: readonly TestCase[];
  /** Receives the address of each file that must not be sent. */
  reportOutside(address: string): void;
}

/** undefined: a file outside the allowed folders was reported. */
export async function fetchValues(file: string, document: PromptDocument, options: FetchOptions): Promise<SuppliedValues | undefined> {
  const { values, answers, tests = [] } = options;
  const needs = findNeeds(document, tests);
  if (!(await allowAll(file, [...(needs.batchFile === undefined ? [] : [needs.batchFile]), ...needs.includedFiles], options)))
    return undefined;
  const given: SuppliedValues = {
    date: writeDate(new Date()),
    ...values,
    answers,
    ...(needs.batchFile === undefined ? {} : { batchCsv: await readFile(resolveFrom(file, needs.batchFile), "utf8") }),
  };
  const changes = tests.map(({ vars }) => vars);
  const attached = findAttachmentPaths(document, given, changes);
  if (!(await allowAll(file, attached, options))) return undefined;
  return {
    ...given,
    includedFiles: await readAll(needs.includedFiles, (address) => readFile(resolveFrom(file, address), "utf8")),
    attachments: await readAll(attached, (address) => readDataUri(file, address)),
  };
}

/** A document from another source must not send private files unnoticed. */
async function allowAll(file: string, addresses: readonly string[], { folders, reportOutside }: FetchOptions): Promise<boolean> {
  const outside = folders === undefined ? [] : await findOutside(file, addresses, folders);
  for (const address of outside) reportOutside(address);
  return outside.length === 0;
}

async function readAll(addresses: readonly string[], read: (address: string) => Promise<string>): Promise<Record<string, string>> {
  return Object.fromEntries(await Promise.all(addresses.map(async (address) => [address, await read(address)] as const)));
}
