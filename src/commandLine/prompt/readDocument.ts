/** Reads a prompt document given on the command line; `-` is standard input. */
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";

/** The name of standard input in messages. Files that its document names are relative to the current folder. */
export const standardInput = "<stdin>";

/** The name in messages: a path, or `<stdin>`. */
export function nameDocument(argument: string): string {
  return argument === "-" ? standardInput : argument;
}

/** undefined: it cannot be read. */
export async function readDocument(name: string): Promise<string | undefined> {
  return (name === standardInput ? text(process.stdin) : readFile(name, "utf8")).catch(() => undefined);
}
