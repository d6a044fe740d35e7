/** Describes the text at an offset of a document, in Markdown. Never throws. */

import { takesAny } from "../../contract/acceptedValues.ts";
import type { Field } from "../../contract/fieldType.ts";
import { mediaTypeOf } from "../../contract/fileFormats.ts";
import { t, writeNumber } from "../../contract/translate.ts";
import { listValues, shortenValue } from "../check/checkValue.ts";
import { findAcceptedValues } from "../check/findAcceptedValues.ts";
import { findDocumentFiles, isRemote } from "../documentFiles.ts";
import type { Facts, FileFact } from "../facts.ts";
import { findFieldAt, findForeignField, namesModel } from "../fields/documentFields.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import { readText } from "../parse/promptDocument.ts";
import type { FrontMatterEntry, FrontMatterNode } from "../text/frontMatter.ts";
import type { TextRange } from "../text/textRange.ts";
import { containsOffset } from "../text/textRange.ts";
import type { VariableReference } from "../text/variables.ts";
import { findBuiltIn } from "../text/variables.ts";
import { findDefinedVariables } from "../variables/definedVariables.ts";
import { describeBuiltIn, describeField, describeModelFact, describeStyle, describeValue, escapeWords } from "./describeField.ts";

export interface Hover {
  markdown: string;
  range: TextRange;
  /** Address of an image to show below the text. */
  imageUri?: string;
}

export function hover(document: PromptDocument, offset: number, facts: Facts): Hover | undefined {
  const file = findDocumentFiles(document).find((named) => containsOffset(named.range, offset));
  if (file) return hoverFile(file.address, file.range, facts);
  const references = [...document.fieldVariables, ...document.body.variables];
  const reference = references.find((one) => containsOffset(one.range, offset));
  if (reference) return hoverVariable(document, reference, facts);
  return document.frontMatter ? hoverNode(document, document.fields, [], offset, facts) : undefined;
}

function hoverNode(
  document: PromptDocument,
  node: FrontMatterNode,
  path: readonly string[],
  offset: number,
  facts: Facts,
): Hover | undefined {
  if (node.type === "list") {
    const inner = node.items.find((child) => containsOffset(child.range, offset));
    return inner && hoverNode(document, inner, [...path, "*"], offset, facts);
  }
  if (node.type === "map") {
    const entry = node.entries.find((one) => containsOffset(one.range, offset));
    if (!entry) return undefined;
    if (containsOffset(entry.keyRange, offset)) return hoverKey(document, entry, [...path, entry.key], facts);
    return hoverNode(document, entry.value, [...path, entry.key], offset, facts);
  }
  return hoverScalar(document, node, path, facts);
}

function hoverKey(document: PromptDocument, entry: FrontMatterEntry, path: readonly string[], facts: Facts): Hover | undefined {
  if (path[0] === "vars" && path.length === 2) {
    const value = findDefinedVariables(document, facts).get(entry.key.normalize())?.value ?? "";
    return { markdown: describeVariable(entry.key, describeValue(value)), range: entry.keyRange };
  }
  const field = findFieldAt(document.kind, document.interface, path);
  if (field) return { markdown: describeHere(document, field, path, facts), range: entry.keyRange };
  const foreign = path.length === 1 ? findForeignField(document.kind, document.interface, entry.key) : undefined;
  const other = foreign && findFieldAt(foreign.kind, foreign.interface, path);
  return other && { markdown: describeField(other, foreign), range: entry.keyRange };
}

function hoverScalar(
  document: PromptDocument,
  node: Extract<FrontMatterNode, { type: "scalar" }>,
  path: readonly string[],
  facts: Facts,
): Hover | undefined {
  if (namesModel(path)) {
    const model = facts.models?.find((known) => known.id === node.source);
    return model && { markdown: describeModelFact(model), range: node.range };
  }
  const style = path[0] === "style" ? facts.styles?.find(({ name }) => name === node.source) : undefined;
  if (style !== undefined) return { markdown: describeStyle(style), range: node.range };
  const field = findFieldAt(document.kind, document.interface, path);
  return field && field.description !== "" ? { markdown: describeHere(document, field, path, facts), range: node.range } : undefined;
}

/** Shortened, without characters that would end a code span. */
function quote(value: string): string {
  return shortenValue(value.replaceAll("`", ""));
}

/** The spec's description of a field, then its values that the service lists, has accepted and has refused for this model. */
function describeHere(document: PromptDocument, field: Field, path: readonly string[], facts: Facts): string {
  const { seen = [] } = facts;
  const model = readText(document.fields, "model");
  const lines = [describeField(field)];
  if (path.length === 1 && model !== undefined && field.name !== "model") {
    const accepted = findAcceptedValues(document, field.name, facts);
    if (accepted && accepted.values.length > 0) lines.push(t("`{0}` takes {1}.", quote(model), listValues(accepted.values.map(quote))));
    if (accepted && !takesAny(accepted)) lines.push(t("`{0}` does not take this.", quote(model)));
    if (accepted && accepted.others !== "") lines.push(t("`{0}` takes {1}.", quote(model), accepted.others));
    const values = seen.filter((one) => one.model === model && one.field === field.name);
    const [worked, refused] = [true, false].map((state) => values.filter((one) => one.worked === state).map((one) => quote(one.value)));
    if (worked && worked.length > 0) lines.push(t("Worked with `{0}`: {1}.", quote(model), listValues(worked)));
    if (refused && refused.length > 0) lines.push(t("Refused for `{0}`: {1}.", quote(model), listValues(refused)));
  }
  return lines.join("\n\n");
}

function hoverVariable(document: PromptDocument, reference: VariableReference, facts: Facts): Hover {
  const builtIn = findBuiltIn(reference.name);
  if (builtIn) {
    const value = reference.argument ? undefined : facts.values?.[reference.name];
    const present = value === undefined ? "" : `\n\n${t("Now:")}\n\n${describeValue(value)}`;
    return { markdown: `${describeBuiltIn(builtIn)}${present}`, range: reference.range };
  }
  const variable = findDefinedVariables(document, facts).get(reference.name);
  if (!variable) return { markdown: t("`{0}` is not defined. Add it to `vars`.", reference.name), range: reference.range };
  const value =
    variable.value === undefined
      ? variable.field === "tests"
        ? t("Its value is in each case of `tests`.")
        : t("Its value is in each set of `batch`.")
      : describeValue(variable.value);
  return { markdown: describeVariable(reference.name, value), range: reference.range };
}

function describeVariable(name: string, value: string): string {
  return `${t("Variable `{0}`", `{{${name.replaceAll("`", "")}}}`)}\n\n${value}`;
}

function hoverFile(address: string, range: TextRange, facts: Facts): Hover {
  const type = mediaTypeOf(address);
  const fact = facts.files?.[address];
  const shown = address.length > 200 ? `${address.slice(0, 199)}…` : address;
  const lines = [describeValue(shown), describeFile(type, fact, isRemote(address))];
  const image = type.startsWith("image/") ? (fact?.previewUri ?? (/^data:/i.test(address) ? address : undefined)) : undefined;
  return { markdown: lines.join("\n\n"), range, ...(image ? { imageUri: image } : {}) };
}

function describeFile(type: string, fact: FileFact | undefined, remote: boolean): string {
  if (remote) return t("Sent unchanged ({0}).", type);
  if (fact?.exists === false) return t("This file does not exist.");
  const size = fact?.size === undefined ? "" : `, ${t("{0} bytes", writeNumber(fact.size))}`;
  const rows = fact?.rows === undefined ? "" : `, ${t("{0} sets of {1}", fact.rows, escapeWords((fact.columns ?? []).join(", ")))}`;
  return `${type}${size}${rows}`;
}
