/** Reads and checks a prompt document given on the command line; `-` is standard input. */

import { buffer } from "node:stream/consumers";
import { describeReason, type Judged } from "../../disclosure/judge.ts";
import { readToSend } from "../../disclosure/readToSend.ts";
import type { Diagnostic } from "../../prompt/diagnostic.ts";
import { checkText, describe } from "../../prompt/files/checkText.ts";
import { type PromptDocument, parsePromptDocument } from "../../prompt/parse/promptDocument.ts";
import { decodeText } from "../../prompt/parse/textEncoding.ts";

/** Bytes. */
const largestDocument = 100_000_000;

/** The name of standard input in messages. Files that its document names are relative to the current folder. */
export const standardInput = "<stdin>";

/** The name in messages: a path, or `<stdin>`. */
export function nameDocument(argument: string): string {
  return argument === "-" ? standardInput : argument;
}

/** `error`: why it cannot be read, in one sentence. A document that a link to a file of secrets pretends to be is not read. */
export async function readDocument(name: string): Promise<{ text: string } | { error: string }> {
  const judged =
    name === standardInput ? await readInput() : await readToSend(name, { folders: [], most: largestDocument, isChosen: true });
  if (judged.type === "missing") return { error: "The file cannot be read." };
  const [reason] = judged.type === "withheld" ? judged.reasons : [];
  if (judged.type === "withheld") return { error: `The file ${reason === undefined ? "is private" : describeReason(reason)}.` };
  const bytes = judged.content;
  const text = decodeText(bytes, TextDecoder);
  return text === undefined ? { error: "The file is not a text in UTF-8 or UTF-16." } : { text };
}

async function readInput(): Promise<Judged<Buffer>> {
  const content = await buffer(process.stdin).catch(() => undefined);
  return content === undefined ? { type: "missing" } : { type: "free", content };
}

/** Reads a document and reports its errors. undefined: it cannot be read, or has errors. */
export async function readChecked(file: string, options: { report(line: string): void }): Promise<PromptDocument | undefined> {
  const read = await readDiagnosed(file, options);
  return read?.found.some(({ severity }) => severity === "error") ? undefined : read?.document;
}

interface DiagnosedDocument {
  document: PromptDocument;
  found: readonly Diagnostic[];
}

/** Reads a document, and reports and returns what is wrong with it. undefined: it cannot be read, which was reported. */
export async function readDiagnosed(file: string, { report }: { report(line: string): void }): Promise<DiagnosedDocument | undefined> {
  const read = await readDocument(file);
  if ("error" in read) {
    report(`${file}: error: ${read.error}`);
    return undefined;
  }
  const { text } = read;
  const found = await checkText(file, text);
  for (const one of found) report(describe(file, text, one));
  return { document: parsePromptDocument(text), found };
}
