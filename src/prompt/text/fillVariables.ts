/** Replaces the `{{…}}` placeholders of a text by values. */
import type { VariableReference } from "./variables.ts";
import { findVariables } from "./variables.ts";

/**
 * Values are literal: a `{{` in a value is not a placeholder. A placeholder without a value is kept, and so are braces that are not a
 * variable; `\{{` becomes `{{`, and `\## user` a line that is not the heading of a turn.
 */
export function fillVariables(text: string, readValue: (reference: VariableReference) => string | undefined): string {
  if (!text.includes("{{") && !text.includes("\\##")) return text;
  let filled = "";
  let at = 0;
  for (const reference of findVariables(text, 0, text.length).references) {
    filled += withoutEscapes(text.slice(at, reference.range.start), at === 0);
    filled += readValue(reference) ?? text.slice(reference.range.start, reference.range.end);
    at = reference.range.end;
  }
  return filled + withoutEscapes(text.slice(at), at === 0);
}

const turnHeading = /^( {0,3})(?=\\*##[ \t]+(?:user|assistant|system|developer)[ \t]*(?:#+[ \t]*)?$)/gim;
const escapedHeading = /^( {0,3})\\(?=\\*##[ \t]+(?:user|assistant|system|developer)[ \t]*(?:#+[ \t]*)?$)/gim;

/** `atStart`: the text begins a line, unlike the text after a placeholder. */
function withoutEscapes(text: string, atStart: boolean): string {
  const plain = text.replaceAll("\\{{", "{{");
  if (!plain.includes("\\##")) return plain;
  const first = atStart ? 0 : plain.search(/[\r\n]/);
  return first < 0 ? plain : plain.slice(0, first) + plain.slice(first).replaceAll(escapedHeading, "$1");
}

/** Writes a text of a document's body so that it is read as it is: without placeholders and turns. */
export function escapeBody(text: string): string {
  return escapePlaceholders(text).replaceAll(turnHeading, "$1\\");
}

/** Writes a text so that it is not read as a placeholder. */
export function escapePlaceholders(text: string): string {
  return text.replaceAll("{{", "\\{{");
}
