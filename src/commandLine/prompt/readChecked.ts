import { checkText, describe } from "../../prompt/files/checkText.ts";
import { type PromptDocument, parsePromptDocument } from "../../prompt/parse/promptDocument.ts";
import { readDocument } from "./readDocument.ts";

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
