import { readFile } from "node:fs/promises";
import { findOutside, resolveFrom } from "../../prompt/files/documentFolder.ts";
import { allowedFolders, type ValueOptions } from "./fetchAllowed.ts";

/** Reads a file that a document names. undefined: it cannot or must not be read, which was reported. */
export async function readAllowed(
  file: string,
  address: string,
  options: Pick<ValueOptions, "allowsOutside" | "report">,
): Promise<Buffer | undefined> {
  const folders = allowedFolders(file, options);
  if (folders !== undefined && (await findOutside(file, [address], folders)).length > 0) {
    options.report(`${file}: error: \`${address}\` is outside the document's folder; --allow-outside reads it.`);
    return undefined;
  }
  return readFile(resolveFrom(file, address)).catch(() => undefined);
}
