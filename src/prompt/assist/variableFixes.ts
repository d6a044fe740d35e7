/** Fixes for variables in the prompt and in values. */

import { t } from "../../contract/translate.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import { findEntry, visitNodes } from "../text/frontMatter.ts";
import { findBuiltIn } from "../text/variables.ts";
import { findDefinedVariables } from "../variables/definedVariables.ts";
import { insertField, insertMember, removeField, replaceValue } from "../write/editFields.ts";
import { writeScalar } from "../write/writeScalar.ts";
import type { Fix } from "./fix.ts";

/** In double quotes, a backslash is written as two. */
export function keepBraces(document: PromptDocument, { range: { start } }: Diagnostic): Fix[] {
  let isInDoubleQuotes = false;
  visitNodes(document.fields, [], (node) => {
    const isHere = node.type === "scalar" && node.quoted && node.range.start < start && node.range.end > start;
    if (isHere) isInDoubleQuotes = document.text[node.range.start] === '"';
  });
  return [{ title: t("Keep the braces as text"), edits: [{ range: { start, end: start }, newText: isInDoubleQuotes ? "\\\\" : "\\" }] }];
}

/** Adds an example question, or removes the colon of a variable without argument. */
export function giveArgument(_document: PromptDocument, { subject = "", range }: Diagnostic): Fix[] {
  const builtIn = findBuiltIn(subject);
  if (!builtIn) return [];
  const newText = builtIn.argument === "required" ? `{{${subject}:${builtIn.argumentName}}}` : `{{${subject}}}`;
  return [{ title: t("Change to `{0}`", newText), edits: [{ range, newText }] }];
}

/** Removes it from `vars` and from every set of `batch`; a variable of a case only from that case. */
export function removeVariable(document: PromptDocument, { subject: name = "", range }: Diagnostic): Fix[] {
  const everywhere = findDefinedVariables(document, {}).get(name)?.definitions ?? [];
  const definitions = everywhere.some(({ start }) => start === range.start) ? everywhere : [range];
  const edits = definitions.map((one) => removeField(document, one)).filter((edit) => edit !== undefined);
  return [{ title: t("Remove `{0}`", name), edits }];
}

export function defineVariable(document: PromptDocument, { subject: name = "" }: Diagnostic): Fix[] {
  const vars = findEntry(document.fields, "vars");
  const title = t("Define `{0}` in `vars`", name);
  // Without quotes, YAML reads names such as `null` as other values.
  const definition = `${writeScalar(name)}: ""`;
  if (!vars) return [{ title, edits: [insertField(document, `vars: { ${definition} }`)] }];
  if (vars.value.type !== "map") return [{ title, edits: [replaceValue(document, vars, `{ ${definition} }`)] }];
  const last = vars.value.entries.at(-1);
  const flow = document.text[vars.value.range.start] === "{";
  if (flow) {
    const at = last?.range.end ?? vars.value.range.start + 1;
    return [{ title, edits: [{ range: { start: at, end: at }, newText: last ? `, ${definition}` : ` ${definition} ` }] }];
  }
  return [{ title, edits: [insertMember(document, vars.value.range, definition)] }];
}

export function askInstead(_document: PromptDocument, { range, subject = "" }: Diagnostic): Fix[] {
  return [{ title: t("Ask for it when the document runs"), edits: [{ range, newText: `input:${subject}` }] }];
}

export function quoteVariable({ text }: PromptDocument, { range }: Diagnostic): Fix[] {
  return [{ title: t("Put the variable in quotes"), edits: [{ range, newText: `"${text.slice(range.start, range.end)}"` }] }];
}

export function removeArgument(_document: PromptDocument, { range, subject = "" }: Diagnostic): Fix[] {
  return [{ title: t("Remove the argument"), edits: [{ range, newText: `{{${subject}}}` }] }];
}

export function newline(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
