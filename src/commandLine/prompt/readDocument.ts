/** Reads and checks a prompt document given on the command line; `-` is standard input. */

import { buffer } from "node:stream/consumers";
import { describeReason, type Judged, judge } from "../../disclosure/judge.ts";
import { readToSend } from "../../disclosure/readToSend.ts";
import type { Diagnostic } from "../../prompt/diagnostic.ts";
import { checkText, describeDiagnostic } from "../../prompt/files/checkText.ts";
import { type PromptDocument, parsePromptDocument } from "../../prompt/parse/promptDocument.ts";
import { decodeFileText } from "../../prompt/text/textEncoding.ts";

/** Bytes. */
const largestDocument = 100_000_000;

/** The name of standard input in messages. Files that its document names are relative to the current folder. */
export const standardInput = "<stdin>";

/** The name in messages: a path, or `<stdin>`. */
export function nameDocument(argument: string): string {
  return argument === "-" ? standardInput : argument;
}

interface ReadingOptions {
  /** What the user allows: documents that links outside of `folders` lead to, and those with keys, tokens or passwords. */
  allowed?: { outside: boolean; secrets: boolean };
  /** Where links may lead; default: anywhere. */
  folders?: readonly string[];
}

/** The options that allow a document nevertheless. None allows a link to a file of secrets. */
const optionOf = { outside: "outside", content: "secrets" } as const;

/** `error`: why it cannot be read, in one sentence. A document that a link to a file of secrets pretends to be is not read. */
export async function readDocument(
  name: string,
  { allowed, folders = [] }: ReadingOptions = {},
): Promise<{ text: string } | { error: string }> {
  const judged = name === standardInput ? await readInput() : await readToSend(name, { folders, most: largestDocument, isChosen: true });
  if (judged.type === "missing") return { error: "The file cannot be read." };
  for (const reason of judged.type === "withheld" ? judged.reasons : []) {
    const option = reason.type === "outside" || reason.type === "content" ? optionOf[reason.type] : undefined;
    if (option !== undefined && allowed?.[option] === true) continue;
    const commands = reason.type === "outside" ? "`test` sends" : "`run` and `test` send";
    return { error: `The file ${describeReason(reason)}${option === undefined ? "" : `; ${commands} it with --allow-${option}`}.` };
  }
  const bytes = judged.type === "withheld" ? judged.disclose() : judged.content;
  const text = decodeFileText(bytes, TextDecoder);
  return text === undefined ? { error: "The file is not a text in UTF-8 or UTF-16." } : { text };
}

/** Standard input has no name, and comes from another program. */
async function readInput(): Promise<Judged<Buffer>> {
  const content = await buffer(process.stdin).catch(() => undefined);
  return content === undefined
    ? { type: "missing" }
    : judge(content, content, { named: "", real: "", isNamedInside: true, isInside: true });
}

interface ReportingOptions extends ReadingOptions {
  report(line: string): void;
}

/** Reads a document and reports its errors. undefined: it cannot be read, or has errors. */
export async function readChecked(file: string, options: ReportingOptions): Promise<PromptDocument | undefined> {
  const read = await readDiagnosed(file, options);
  return read?.found.some(({ severity }) => severity === "error") ? undefined : read?.document;
}

interface DiagnosedDocument {
  document: PromptDocument;
  found: readonly Diagnostic[];
}

/** Reads a document, and reports and returns what is wrong with it. undefined: it cannot be read, which was reported. */
export async function readDiagnosed(file: string, { report, ...options }: ReportingOptions): Promise<DiagnosedDocument | undefined> {
  const read = await readDocument(file, options);
  if ("error" in read) {
    report(`${file}: error: ${read.error}`);
    return undefined;
  }
  const { text } = read;
  const found = await checkText(file, text);
  for (const one of found) report(describeDiagnostic(file, text, one));
  return { document: parsePromptDocument(text), found };
}
