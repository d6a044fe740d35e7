/** Parses a text in which `|` marks the cursor. */
import { type PromptDocument, parsePromptDocument } from "../../../src/prompt/parse/promptDocument.ts";

export function marked(text: string): { document: PromptDocument; offset: number } {
  const offset = text.indexOf("|");
  if (offset === -1) throw new Error("The text has no | for the cursor.");
  return { document: parsePromptDocument(text.slice(0, offset) + text.slice(offset + 1)), offset };
}
