/** Checks the text of a prompt document, with the files beside it. */
import { diagnose } from "../prompt/diagnose.ts";
import type { Diagnostic } from "../prompt/diagnostic.ts";
import { parsePromptDocument } from "../prompt/promptDocument.ts";
import { findLineStarts, positionAt } from "../prompt/textRange.ts";
import { gatherFiles } from "./documentFolder.ts";

export async function checkText(file: string, text: string): Promise<Diagnostic[]> {
  const document = parsePromptDocument(text);
  return diagnose(document, { files: await gatherFiles(file, document) });
}

/** `file:line:column`, both counted from 1, the column in UTF-16 code units as editors count. */
export function describe(file: string, text: string, one: Diagnostic): string {
  const { line, character } = positionAt(findLineStarts(text), one.range.start);
  return `${file}:${line + 1}:${character + 1}: ${one.severity}: ${one.message} [${one.code}]`;
}
