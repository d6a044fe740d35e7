/** Rewrites a document with another model and other values of its variables. */

import type { PromptDocument } from "../parse/promptDocument.ts";
import { escapePlaceholders } from "../text/fillVariables.ts";
import { findEntry } from "../text/frontMatter.ts";
import type { TextEdit } from "../text/textRange.ts";
import { applyTextEdits } from "../text/textRange.ts";
import { variableEntries } from "../variables/definedVariables.ts";
import { insertField, replaceValue } from "./editFields.ts";
import { writeScalar } from "./writeScalar.ts";

/** `values`: by name in `vars`; variables without a value are not changed. */
export function writeVariant(document: PromptDocument, model: string, values: Readonly<Record<string, string>>): string {
  return applyTextEdits(document.text, [writeModel(document, model), ...writeValues(document, values)]);
}

/** Rewrites a document with other values of its variables. */
export function writeVariables(document: PromptDocument, values: Readonly<Record<string, string>>): string {
  return applyTextEdits(document.text, writeValues(document, values));
}

/** The edit that sets the model of a document. */
export function writeModel(document: PromptDocument, model: string): TextEdit {
  const value = findEntry(document.fields, "model")?.value;
  const written = writeScalar(escapePlaceholders(model));
  if (value && value.range.end > value.range.start) return { range: value.range, newText: written };
  return insertField(document, `model: ${written}`);
}

function writeValues(document: PromptDocument, values: Readonly<Record<string, string>>): TextEdit[] {
  return variableEntries(document).flatMap((entry) => {
    const { key, value } = entry;
    const chosen = Object.hasOwn(values, key) ? values[key] : undefined;
    if (chosen === undefined || value.type !== "scalar" || chosen === value.source) return [];
    return [replaceValue(document, entry, JSON.stringify(chosen))];
  });
}
