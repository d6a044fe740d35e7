/** Reads a prompt document that the command line names; `-` is standard input. */
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";

/** How messages call standard input; files that its document names are looked up where the command runs. */
export const standardInput = "<stdin>";

/** The name in messages: a path, or `<stdin>`. */
export function nameDocument(argument: string): string {
  return argument === "-" ? standardInput : argument;
}

/** undefined: it cannot be read. */
export async function readDocument(name: string): Promise<string | undefined> {
  return (name === standardInput ? text(process.stdin) : readFile(name, "utf8")).catch(() => undefined);
}
