/** Builds the fields of a request from a document's front matter. */
import { isFileField } from "../../contract/fields.ts";
import type { FieldType } from "../../contract/fieldType.ts";
import { alternatives } from "../../contract/fieldType.ts";
import { describeLostDigits } from "../check/checkValue.ts";
import { addressOf, isAddressField } from "../documentFiles.ts";
import { findField, findForeignField, ownFields } from "../fields/documentFields.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import { type FrontMatterEntry, type FrontMatterNode, losesDigits, type ScalarNode } from "../text/frontMatter.ts";
import type { RequestText } from "./requestText.ts";

export type WireFields = { [name: string]: unknown };

/** Unknown fields are sent as written (in v2 inside `ai`); fields of another kind or interface are not sent. */
export function buildFields(document: PromptDocument, text: RequestText): WireFields {
  const body: WireFields = {};
  const inner: WireFields = {};
  for (const entry of document.fields.entries) {
    if (ownFields.some((field) => field.name === entry.key)) continue;
    const field = findField(document.kind, document.interface, entry.key);
    if (!field && findForeignField(document.kind, document.interface, entry.key)) continue;
    const value = isFileField(document.kind, document.interface, entry.key)
      ? buildFile(entry.value, text)
      : entry.key === "image"
        ? buildReferenceImages(entry, text)
        : buildValue(entry.value, field?.type ?? { type: "any" }, text);
    const inside = field ? field.path[0] === "ai" : document.interface === "v2";
    defineField(inside ? inner : body, entry.key, value);
  }
  return document.interface === "v2" ? { ...body, ai: inner } : body;
}

/** The file at a path, or the address as it is. */
function buildFile(value: FrontMatterNode, text: RequestText): unknown {
  const address = addressOf(value);
  return address ? (text.resolveFile(address.source, address.range) ?? "") : buildValue(value, { type: "any" }, text);
}

function buildReferenceImages(entry: FrontMatterEntry, text: RequestText): unknown {
  if (entry.value.type !== "list") return buildValue(entry.value, { type: "any" }, text);
  return entry.value.items.map((item) => {
    const address = addressOf(item);
    const url = address && text.resolveFile(address.source, address.range);
    const rest = item.type === "map" ? buildValue(item, { type: "any" }, text) : {};
    return { type: "input_image", ...(typeof rest === "object" ? rest : {}), image_url: url ?? "" };
  });
}

function buildValue(node: FrontMatterNode, type: FieldType, text: RequestText): unknown {
  if (node.type === "list") {
    const elements = alternatives(type).flatMap((option) => (option.type === "list" ? [option.element] : []));
    const element: FieldType = elements.length > 0 ? { type: "choice", options: elements } : { type: "any" };
    return node.items.map((item) => buildValue(item, element, text));
  }
  if (node.type === "map") {
    const built: WireFields = {};
    for (const { key, value } of node.entries) {
      const isAddress = isAddressField(key) && value.type === "scalar" && typeof value.value === "string";
      defineField(
        built,
        key,
        isAddress ? (text.fillAddress(value.source, value.range) ?? "") : buildValue(value, innerType(type, key), text),
      );
    }
    return built;
  }
  return buildScalar(node, type, text);
}

/** Uses defineProperty, so that `__proto__` is an ordinary field. */
function defineField(target: WireFields, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

function innerType(type: FieldType, key: string): FieldType {
  const options = flatten(type).flatMap((option) =>
    option.type === "map" ? option.fields.filter((field) => field.name === key).map((field) => field.type) : [],
  );
  return options.length > 0 ? { type: "choice", options } : { type: "any" };
}

function flatten(type: FieldType): FieldType[] {
  return type.type === "choice" ? type.options.flatMap(flatten) : [type];
}

/** Where a text is required, a number is sent as typed; where a number is required, a text is converted after filling in its variables. */
function buildScalar(node: ScalarNode, type: FieldType, text: RequestText): unknown {
  const types = flatten(type).map((option) => option.type);
  if (typeof node.value === "number" && types.includes("string") && !types.includes("number") && !types.includes("integer")) {
    return node.source;
  }
  // The schema of a number reports one that it does not allow.
  const isChecked = types.includes("number") || types.includes("integer");
  if (losesDigits(node) && !isChecked) text.report(describeLostDigits(node), node.range);
  if (typeof node.value !== "string") return node.value;
  const filled = text.fill(node.source);
  const wantsNumber = types.length > 0 && types.every((name) => name === "number" || name === "integer");
  if (wantsNumber && filled.trim() !== "" && Number.isFinite(Number(filled))) return Number(filled);
  return types.length === 1 && types[0] === "boolean" && (filled === "true" || filled === "false") ? filled === "true" : filled;
}
