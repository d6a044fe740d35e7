/** Completes the names of fields. */
import { mainTextField } from "../../contract/fields.ts";
import type { Field } from "../../contract/fieldType.ts";
import { alternatives } from "../../contract/fieldType.ts";
import { t } from "../../contract/translate.ts";
import { mayTake } from "../check/findAcceptedValues.ts";
import type { Facts } from "../facts.ts";
import { documentFields, fieldsOf, findFieldAt, ownFields } from "../fields/documentFields.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import { readText } from "../parse/promptDocument.ts";
import type { MapNode } from "../text/frontMatter.ts";
import { findEntry, visitNodes } from "../text/frontMatter.ts";
import { containsOffset } from "../text/textRange.ts";
import { type FieldContext, item, type PromptCompletion } from "./completion.ts";
import { describeDefault, describeField } from "./describeField.ts";

export function completeKeys(document: PromptDocument, context: FieldContext, offset: number, facts: Facts): PromptCompletion[] {
  const map = findMap(document, context.path, offset);
  const fields =
    context.path.length === 0
      ? documentFields(document.kind, document.interface).filter((field) => isOffered(document, field, facts))
      : fieldsAt(document, context.path, map);
  const written = new Set(map?.entries.filter((entry) => !containsOffset(entry.keyRange, offset)).map((entry) => entry.key));
  const after = /^[^\n]*?:/.test(document.text.slice(context.typed.end, context.typed.end + 80).split("\n")[0] ?? "") && !context.inFlow;
  return fields
    .filter((field) => !written.has(field.name))
    .map((field, index) =>
      item("field", field.name, context.typed, {
        insertText: after ? field.name : `${field.name}:${opensBlock(field) && !context.inFlow ? "" : " "}`,
        detail: describeBriefly(field),
        documentation: describeField(field),
        rank: rankOf(field) + index,
        continues: !after && !opensBlock(field),
      }),
    );
}

/** The short text next to a field's name. */
function describeBriefly({ required, default: taken, examples }: Field): string {
  if (required) return t("required");
  if (taken !== undefined) return t("default {0}", describeDefault(taken));
  return examples.length > 0 ? t("e.g. {0}", examples.slice(0, 2).join(", ")) : "";
}

/** `kind` and required fields first, then the request's other fields, then the document's own. */
function rankOf(field: Field): number {
  if (field.name === "kind") return 0;
  if (field.required) return 10;
  return ownFields.includes(field) ? 200 : 100;
}

/** The main text is only offered if the body is empty, `type` only if there is no `kind`, and no field that the model is known not to take. */
function isOffered(document: PromptDocument, field: Field, facts: Facts): boolean {
  if (field.name === mainTextField(document.kind, document.interface)) return document.text.slice(document.body.range.start).trim() === "";
  if (field.name === "type") return !findEntry(document.fields, "kind");
  return mayTake(document, field.name, facts);
}

function opensBlock(field: Field): boolean {
  return field.type.type === "map" || field.name === "batch";
}

/** The map with this path: the last one that begins before the offset. */
export function findMap(document: PromptDocument, path: readonly string[], offset: number): MapNode | undefined {
  let found: MapNode | undefined;
  visitNodes(document.fields, [], (node, at) => {
    const isHere = node.type === "map" && at.length === path.length && at.every((key, index) => key === path[index]);
    if (isHere && node.range.start <= offset) found = node;
  });
  return found;
}

/** The fields of an object; if its `type` is given, those of that alternative. */
function fieldsAt(document: PromptDocument, path: readonly string[], written: MapNode | undefined): readonly Field[] {
  const type = findFieldAt(document.kind, document.interface, path)?.type ?? { type: "any" };
  const name = written && readText(written, "type");
  const options = alternatives(type).filter((option) =>
    fieldsOf(option).some(
      (field) => field.name === "type" && field.type.type === "string" && name !== undefined && field.type.values.includes(name),
    ),
  );
  return fieldsOf(options.length > 0 ? { type: "choice", options } : type);
}
