import { attachedAddresses } from "../documentFiles.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import { findVariables } from "../text/variables.ts";
import type { SuppliedValues } from "../variables/variableSets.ts";
import { readVariableSets } from "../variables/variableSets.ts";
import { RequestText } from "./requestText.ts";

/** One sentence for each value and file that a document lacks, whatever the answers to its questions. Never throws. */
export function findMissingValues(document: PromptDocument, supplied: SuppliedValues): string[] {
  const { sets, error } = readVariableSets(document, supplied);
  if (error !== undefined) return [error];
  const references = [...document.fieldVariables, ...document.body.variables].filter(({ name }) => name !== "input");
  const addresses = attachedAddresses(document).filter(({ source }) => !asksQuestion(source));
  const messages = sets.flatMap((set) => {
    const text = new RequestText(document, supplied, set);
    for (const reference of references) text.read(reference, reference.range);
    for (const { source, range } of addresses) text.resolveFile(source, range);
    return text.errors.map((error) => error.message);
  });
  return [...new Set(messages)];
}

/** Whether a text contains a question. */
export function asksQuestion(text: string): boolean {
  return findVariables(text, 0, text.length).references.some(({ name }) => name === "input");
}
