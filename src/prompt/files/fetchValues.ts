/** Gets what a document needs in addition to its text: files, answers and today's date. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { findAttachmentPaths, findNeeds } from "../compile/findNeeds.ts";
import { writeDate } from "../compile/writeDate.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import { decodeText, includedText } from "../parse/textEncoding.ts";
import type { SuppliedValues } from "../parse/variableSets.ts";
import { namedStyles } from "../styles/namedStyles.ts";
import type { TestCase } from "../testing/readTests.ts";
import { findOutside, readDataUri, resolveFrom } from "./documentFolder.ts";
import { readStyles } from "./readStyles.ts";

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
  const batchCsv = needs.batchFile === undefined ? undefined : await readTextFrom(file, needs.batchFile);
  const given: SuppliedValues = {
    date: writeDate(new Date()),
    ...values,
    answers,
    ...(batchCsv === undefined ? {} : { batchCsv }),
    ...(namedStyles(document).length === 0 ? {} : { styles: await readStyles(file, options.folders ?? [path.dirname(file), "."]) }),
  };
  const changes = tests.map(({ vars }) => vars);
  const attached = findAttachmentPaths(document, given, changes);
  if (!(await allowAll(file, attached, options))) return undefined;
  return {
    ...given,
    includedFiles: await readAll(needs.includedFiles, async (address) => includedText(await readTextFrom(file, address))),
    attachments: await readAll(attached, (address) => readDataUri(file, address)),
  };
}

/** A document from another source must not send private files unnoticed. */
async function allowAll(file: string, addresses: readonly string[], { folders, reportOutside }: FetchOptions): Promise<boolean> {
  const outside = folders === undefined ? [] : await findOutside(file, addresses, folders);
  for (const address of outside) reportOutside(address);
  return outside.length === 0;
}

/** What cannot be read is left out: the compiler reports it, and where it is named. */
async function readAll(
  addresses: readonly string[],
  read: (address: string) => Promise<string | undefined>,
): Promise<Record<string, string>> {
  const found = await Promise.all(addresses.map(async (address) => [address, await read(address).catch(() => undefined)] as const));
  return Object.fromEntries(found.flatMap(([address, value]) => (value === undefined ? [] : [[address, value]])));
}

/** undefined: it cannot be read, or is no text. */
async function readTextFrom(file: string, address: string): Promise<string | undefined> {
  const bytes = await readFile(resolveFrom(file, address)).catch(() => undefined);
  return bytes && decodeText(bytes, TextDecoder);
}
