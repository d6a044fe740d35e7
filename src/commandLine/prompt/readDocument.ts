/** Reads a prompt document given on the command line; `-` is standard input. */
import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
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
