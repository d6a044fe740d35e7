/** Adds the styles that a document names to its request. */

import { mainTextField } from "../../contract/fields.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import { addNegativePrompts, addStyle } from "../styles/addStyle.ts";
import { namedStyles, negativePromptPath } from "../styles/namedStyles.ts";
import type { WireFields } from "./buildFields.ts";
import type { RequestText } from "./requestText.ts";

/** In their order, each around the prompt with the styles before it. */
export function addStyles(document: PromptDocument, body: WireFields, text: RequestText): WireFields {
  const styles = namedStyles(document).flatMap((node) => text.findStyle(node) ?? []);
  if (styles.length === 0) return body;
  const main = mainTextField(document.kind, document.interface);
  const prompt = (written: string) => styles.reduce(addStyle, written);
  const path = negativePromptPath(document);
  const styled = { ...body, [main]: changeText(body[main], prompt) };
  const change = (own: unknown) => addNegativePrompts(typeof own === "string" ? own : "", styles) || undefined;
  return path === undefined ? styled : setAt(styled, path, change);
}

/** A text, or the first text of the interface's array. */
function changeText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (!Array.isArray(value)) return value;
  const first = value.findIndex(isTextPart);
  return value.map((part, index) => (index === first && isTextPart(part) ? { ...part, text: change(part.text) } : part));
}

function isTextPart(part: unknown): part is { text: string } {
  return typeof part === "object" && part !== null && "text" in part && typeof part.text === "string";
}

function setAt(fields: WireFields, [name = "", ...rest]: readonly string[], change: (value: unknown) => unknown): WireFields {
  const value = fields[name];
  const inner = typeof value === "object" && value !== null ? { ...value } : {};
  const changed = rest.length === 0 ? change(value) : setAt(inner, rest, change);
  return changed === undefined ? fields : { ...fields, [name]: changed };
}
