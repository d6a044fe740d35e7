/** Checks the text of a prompt document, including the files that it names. */
import path from "node:path";
import { diagnose } from "../diagnose.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { ModelFact } from "../facts.ts";
import { parsePromptDocument } from "../parse/promptDocument.ts";
import { findLineStarts, positionAt } from "../text/textRange.ts";
import { gatherFacts } from "./documentFolder.ts";

interface CheckOptions {
  /** Those that may be read; by default the document's own and the current one. */
  folders?: readonly string[];
  /** The service's models; undefined: they are not checked. */
  models?: readonly ModelFact[] | undefined;
}

export async function checkText(file: string, text: string, { folders, models }: CheckOptions = {}): Promise<Diagnostic[]> {
  const document = parsePromptDocument(text);
  const facts = await gatherFacts(file, document, folders ?? [path.dirname(file), "."]);
  return diagnose(document, models === undefined ? facts : { ...facts, models });
}

/** `file:line:column`, both counted from 1, the column in UTF-16 code units as editors count. */
export function describeDiagnostic(file: string, text: string, one: Diagnostic): string {
  const { elsewhere } = one;
  if (elsewhere !== undefined) {
    return `${path.join(path.dirname(file), elsewhere.file)}:${elsewhere.line + 1}:1: ${one.severity}: ${one.message} [${one.code}]`;
  }
  const { line, character } = positionAt(findLineStarts(text), one.range.start);
  return `${file}:${line + 1}:${character + 1}: ${one.severity}: ${one.message} [${one.code}]`;
}
