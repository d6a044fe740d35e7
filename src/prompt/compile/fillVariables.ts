/** Replaces the `{{…}}` placeholders of a text by values. */
import type { VariableReference } from "../parse/variables.ts";
import { findVariables } from "../parse/variables.ts";

/**
 * Values are literal: a `{{` in a value is not a placeholder. A placeholder without a value is kept, and so are braces that are not a
 * variable; `\{{` becomes `{{`.
 */
export function fillVariables(text: string, readValue: (reference: VariableReference) => string | undefined): string {
  if (!text.includes("{{")) return text;
  let filled = "";
  let at = 0;
  for (const reference of findVariables(text, 0, text.length).references) {
    filled += unescapeBraces(text.slice(at, reference.range.start));
    filled += readValue(reference) ?? text.slice(reference.range.start, reference.range.end);
    at = reference.range.end;
  }
  return filled + unescapeBraces(text.slice(at));
}

function unescapeBraces(text: string): string {
  return text.replaceAll("\\{{", "{{");
}

/** Writes a text so that it is not read as a placeholder. */
export function escapeBraces(text: string): string {
  return text.replaceAll("{{", "\\{{");
}
