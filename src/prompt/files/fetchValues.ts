/** Gets what a document needs in addition to its text: files, answers and today's date. */
import { mediaTypeOfFile } from "../../contract/fileFormats.ts";
import { type Judged, judgeAddress, type Reason } from "../../disclosure/judge.ts";
import { findAttachments, findNeeds } from "../compile/findNeeds.ts";
import { writeDate } from "../compile/writeDate.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import { namedStyles } from "../styles/namedStyles.ts";
import type { TestCase } from "../testing/readTests.ts";
import { decodeFileText, includedText } from "../text/textEncoding.ts";
import type { SuppliedValues } from "../variables/variableSets.ts";
import { readNamed } from "./documentFolder.ts";
import { readStyles } from "./readStyles.ts";

export interface FetchOptions {
  values: Readonly<Record<string, string>>;
  answers: Readonly<Record<string, string>>;
  /** The folders whose files may be sent. */
  folders: readonly string[];
  /** The cases that are run. */
  tests?: readonly TestCase[];
  /** What the caller's user has agreed to; it receives each reason for which a file or an address is not sent. */
  allows(address: string, reason: Reason): boolean;
}

/** undefined: a file or an address is not sent, for which the caller got the reasons. */
export async function fetchValues(file: string, document: PromptDocument, options: FetchOptions): Promise<SuppliedValues | undefined> {
  const { values, answers, folders, tests = [] } = options;
  const needs = findNeeds(document, tests);
  const { batchFile } = needs;
  const named = await readAll(file, [...(batchFile === undefined ? [] : [batchFile]), ...needs.includedFiles], options);
  if (named === undefined) return undefined;
  const batchCsv = batchFile === undefined ? undefined : textOf(named.get(batchFile));
  const given: SuppliedValues = {
    date: writeDate(new Date()),
    ...values,
    answers,
    ...(batchCsv === undefined ? {} : { batchCsv }),
    ...(namedStyles(document).length === 0 ? {} : { styles: await readStyles(file, folders) }),
  };
  const { paths, addresses } = findAttachments(
    document,
    given,
    tests.map(({ vars }) => vars),
  );
  const isAllowed = addresses.map((address) => release(address, judgeAddress(address), options)).every((address) => address !== "refused");
  const attached = await readAll(file, paths, options);
  if (!isAllowed || attached === undefined) return undefined;
  const texts = needs.includedFiles.map((address) => [address, includedText(textOf(named.get(address)))] as const);
  return {
    ...given,
    includedFiles: Object.fromEntries(texts.flatMap(([address, text]) => (text === undefined ? [] : [[address, text]]))),
    attachments: Object.fromEntries([...attached].map(([address, bytes]) => [address, dataUriOf(address, bytes)])),
  };
}

/** Without those that cannot be read: the compiler reports them, and where they are named. undefined: one must not be sent. */
async function readAll(file: string, addresses: readonly string[], options: FetchOptions): Promise<Map<string, Buffer> | undefined> {
  const judged = await Promise.all(addresses.map(async (address) => [address, await readNamed(file, address, options.folders)] as const));
  const read = judged.map(([address, one]) => [address, release(address, one, options)] as const);
  if (read.some(([, content]) => content === "refused")) return undefined;
  return new Map(read.flatMap(([address, content]) => (content === undefined || content === "refused" ? [] : [[address, content]])));
}

/** undefined: it is missing. */
function release<Content>(address: string, judged: Judged<Content>, { allows }: FetchOptions): Content | "refused" | undefined {
  if (judged.type === "missing") return undefined;
  if (judged.type === "free") return judged.content;
  // All reasons are reported at once, not one after the other.
  return judged.reasons.map((reason) => allows(address, reason)).every(Boolean) ? judged.disclose() : "refused";
}

/** undefined: it cannot be read, or is no text. */
function textOf(bytes: Buffer | undefined): string | undefined {
  return bytes && decodeFileText(bytes, TextDecoder);
}

function dataUriOf(address: string, bytes: Buffer): string {
  return `data:${mediaTypeOfFile(address, bytes)};base64,${bytes.toString("base64")}`;
}
