/** Reads and checks a prompt document given on the command line; `-` is standard input. */

import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { checkText, describe } from "../../prompt/files/checkText.ts";
import { type PromptDocument, parsePromptDocument } from "../../prompt/parse/promptDocument.ts";
import { decodeText } from "../../prompt/parse/textEncoding.ts";

/** The name of standard input in messages. Files that its document names are relative to the current folder. */
export const standardInput = "<stdin>";

/** The name in messages: a path, or `<stdin>`. */
export function nameDocument(argument: string): string {
  return argument === "-" ? standardInput : argument;
}

/** `error`: why it cannot be read, in one sentence. */
export async function readDocument(name: string): Promise<{ text: string } | { error: string }> {
  const bytes = await (name === standardInput ? buffer(process.stdin) : readFile(name)).catch(() => undefined);
  if (bytes === undefined) return { error: "The file cannot be read." };
  const text = decodeText(bytes, TextDecoder);
  return text === undefined ? { error: "The file is not a text in UTF-8 or UTF-16." } : { text };
}

/** Reads a document and reports its errors. undefined: it cannot be read, or has errors. */
export async function readChecked(file: string, { report }: { report(line: string): void }): Promise<PromptDocument | undefined> {
  const read = await readDocument(file);
  if ("error" in read) {
    report(`${file}: error: ${read.error}`);
    return undefined;
  }
  const { text } = read;
  const found = await checkText(file, text);
  for (const one of found) report(describe(file, text, one));
  return found.some((one) => one.severity === "error") ? undefined : parsePromptDocument(text);
}
