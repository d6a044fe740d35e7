/** Completes the text at an offset of a document. Never throws. */

import { isFileField, mainTextField } from "../../contract/fields.ts";
import type { Field, FieldType } from "../../contract/fieldType.ts";
import { alternatives } from "../../contract/fieldType.ts";
import { type Kind, kinds } from "../../contract/kind.ts";
import { limits } from "../../contract/limits.ts";
import { onlyUpscales } from "../../contract/onlyUpscales.ts";
import { t } from "../../contract/translate.ts";
import { findAcceptedValues, mayTake } from "../check/findAcceptedValues.ts";
import { comparableFiles } from "../documentFiles.ts";
import type { Facts } from "../facts.ts";
import { documentFields, fieldsOf, findFieldAt, namesModel, ownFields } from "../fields/documentFields.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import { readText } from "../parse/promptDocument.ts";
import { escapePlaceholders } from "../text/fillVariables.ts";
import type { MapNode } from "../text/frontMatter.ts";
import { findEntry, visitNodes } from "../text/frontMatter.ts";
import { kindWord } from "../text/kindWord.ts";
import type { TextRange } from "../text/textRange.ts";
import { containsOffset } from "../text/textRange.ts";
import { builtInVariables } from "../text/variables.ts";
import { findDefinedVariables } from "../variables/definedVariables.ts";
import { describeBuiltIn, describeDefault, describeField, describeMeaning, describeModelFact, describeStyle } from "./describeField.ts";
import type { CursorContext } from "./findCursorContext.ts";
import { findCursorContext, type TypedScalar } from "./findCursorContext.ts";
import { type Insertion, writeInsertion, writePart } from "./writeInsertion.ts";

export interface PromptCompletion {
  label: string;
  sort: "field" | "value" | "model" | "file" | "variable" | "role";
  /** What `insertText` replaces; on one line, around the offset. */
  range: TextRange;
  insertText: string;
  /** A short text next to the label. */
  detail: string;
  /** Markdown. */
  documentation: string;
  /** Smaller numbers are listed first. */
  rank: number;
  /** true: completion is triggered again after inserting. */
  continues: boolean;
}

type FieldContext = Extract<CursorContext, { path: readonly string[] }>;

export function complete(document: PromptDocument, offset: number, facts: Facts): PromptCompletion[] {
  const context = findCursorContext(document, offset);
  switch (context.type) {
    case "text":
      return [];
    case "role":
      return document.kind === "text" && document.interface === "v1" ? completeRoles(context.typed) : [];
    case "variable":
      return completeVariables(document, context.typed, context.closed, facts);
    case "argument":
      return context.name === "file" ? completeIncluded(context, facts) : [];
    case "key":
      return completeKeys(document, context, offset, facts);
    case "value":
      return completeValues(document, context, facts);
    case "either":
      return [...completeKeys(document, context, offset, facts), ...completeValues(document, context, facts)];
  }
}

function item(sort: PromptCompletion["sort"], label: string, range: TextRange, rest: Partial<PromptCompletion>): PromptCompletion {
  return { label, sort, range, insertText: label, detail: "", documentation: "", rank: 0, continues: false, ...rest };
}

function completeKeys(document: PromptDocument, context: FieldContext, offset: number, facts: Facts): PromptCompletion[] {
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
function findMap(document: PromptDocument, path: readonly string[], offset: number): MapNode | undefined {
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

function completeValues(document: PromptDocument, context: FieldContext, facts: Facts): PromptCompletion[] {
  if (namesModel(context.path)) return completeModels(document, kindOfModel(document, context), context, facts);
  const taken = pathsAt(document, context);
  if (taken !== undefined) {
    const paths = completePaths(context, facts, taken.only);
    if (!taken.isWholeList) return paths;
    return context.scalar.quote === undefined ? paths.map((path) => ({ ...path, insertText: `[${path.insertText}]` })) : [];
  }
  if (context.path[0] === "style") return completeStyles(context, facts);
  const field = findFieldAt(document.kind, document.interface, context.path);
  if (!field) return [];
  const accepted = context.path.length === 1 ? findAcceptedValues(document, field.name, facts) : undefined;
  const values =
    accepted && accepted.values.length > 0
      ? completeAccepted(field, context, accepted.values)
      : completeListed(field, context).filter(({ label }) => accepted?.accepts(label) !== false);
  return [...completeSeen(document, field, context, facts), ...values].filter(
    (one, index, all) => all.findIndex((other) => other.label === one.label) === index,
  );
}

/** The paths that a value names: all, or `only` these. `isWholeList`: it is a list of them. undefined: the value is no path. */
function pathsAt(document: PromptDocument, { path }: FieldContext): { only?: RegExp; isWholeList: boolean } | undefined {
  const [first] = path;
  const comparable = first === "tests" ? comparableFiles(path) : undefined;
  if (comparable !== undefined) return { only: comparable, isWholeList: false };
  if ((first === "batch" || first === "tests") && path.length === 1) return { only: /\.csv$/i, isWholeList: false };
  if (first !== undefined && path.length === 1 && isFileField(document.kind, document.interface, first)) {
    return { only: /\.png$/i, isWholeList: false };
  }
  return first === "files" || first === "image" ? { isWholeList: path.length === 1 } : undefined;
}

/** Whether `complete` offers paths here, so that they have to be found before. */
export function takesPath(document: PromptDocument, offset: number): boolean {
  const context = findCursorContext(document, offset);
  if (context.type === "argument") return context.name === "file";
  return (context.type === "value" || context.type === "either") && pathsAt(document, context) !== undefined;
}

/** The kind that the model at a path must generate. */
function kindOfModel(document: PromptDocument, { path, typed }: FieldContext): Kind {
  if (["judge", "transcriber"].includes(path.at(-1) ?? "")) return "text";
  const test = path[0] === "tests" ? findMap(document, path.slice(0, 2), typed.start) : undefined;
  const written = test && readText(test, "kind");
  return kinds.find((kind) => kind === written) ?? document.kind;
}

/** The values that the service lists for this model, in its order, with the default first. */
function completeAccepted(field: Field, context: FieldContext, values: readonly string[]): PromptCompletion[] {
  return values.flatMap((value, index) =>
    valueItem(field, value, context, { detail: index === 0 ? t("the model's default") : "", rank: 50 + index }),
  );
}

function completeListed(field: Field, context: FieldContext): PromptCompletion[] {
  const values = alternatives(field.type).flatMap((type) => valuesOf(type));
  const closed = values.flatMap((value, index) =>
    valueItem(field, value, context, { detail: value === field.default ? t("default") : "", rank: 50 + index }),
  );
  const open = values.length > 0 ? [] : field.examples;
  const examples = open.flatMap((example, index) =>
    valueItem(field, example, context, { detail: t("example from the interface"), rank: 100 + index }),
  );
  return [...closed, ...examples];
}

function valueItem(
  field: Field,
  value: string,
  { scalar }: FieldContext,
  rest: Pick<PromptCompletion, "detail" | "rank">,
): PromptCompletion[] {
  return writtenItem("value", value, insertionOf(field.type, value, scalar), { documentation: describeMeaning(field), ...rest });
}

/** A number or a switch in quotes would be a text. */
function insertionOf(type: FieldType, value: string, scalar: TypedScalar): Insertion | undefined {
  if (!isPlainValue(type, value)) return writeInsertion(scalar, escapePlaceholders(value));
  if (scalar.quote === undefined) return { range: scalar.range, insertText: value };
  return alternatives(type).some((one) => one.type === "string") ? writeInsertion(scalar, value) : undefined;
}

/** Whether a value is no text for this type, or a number that is sent as it is typed. */
function isPlainValue(type: FieldType, value: string): boolean {
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value)) return true;
  return (value === "true" || value === "false") && alternatives(type).some((one) => one.type === "boolean");
}

function writtenItem(
  sort: PromptCompletion["sort"],
  label: string,
  insertion: Insertion | undefined,
  rest: Partial<PromptCompletion> = {},
): PromptCompletion[] {
  return insertion === undefined ? [] : [item(sort, label, insertion.range, { ...rest, insertText: insertion.insertText })];
}

function valuesOf(type: FieldType): readonly string[] {
  if (type.type === "boolean") return ["true", "false"];
  return type.type === "string" ? type.values : [];
}

/** Values that were accepted with this model, then with another; refused ones are left out. */
function completeSeen(document: PromptDocument, field: Field, context: FieldContext, facts: Facts): PromptCompletion[] {
  const model = readText(document.fields, "model");
  const seen = (facts.seen ?? []).filter((one) => one.field === field.name && context.path.length === 1);
  const refused = new Set(seen.filter((one) => !one.worked && one.model === model).map((one) => one.value));
  return seen
    .filter((one) => one.worked && !refused.has(one.value))
    .sort((a, b) => Number(b.model === model) - Number(a.model === model))
    .flatMap((one, index) => valueItem(field, one.value, context, { detail: t("worked with {0}", one.model), rank: index }));
}

/** A model that only enlarges images is offered to whoever wants that, as the first. */
function completeModels(document: PromptDocument, kind: Kind, { path, scalar }: FieldContext, facts: Facts): PromptCompletion[] {
  const enlarges = document.fields.entries.some(({ key }) => key === "upscale" || key === "image_upscale");
  // The other fields with models are literal.
  const isFilled = path.length === 1 && path[0] === "model";
  const ranks = { yes: 0, perhaps: 1000, unknown: 2000, no: 3000 };
  return (facts.models ?? [])
    .filter(({ isHidden, capabilities }) => isHidden !== true && (enlarges || !onlyUpscales(capabilities)))
    .flatMap((model, index) => {
      const first = onlyUpscales(model.capabilities) ? -1000 : 0;
      const able = model.abilities?.[kind] ?? "unknown";
      const what = kindWord(kind);
      const words = { yes: t("makes {0}", what), perhaps: t("perhaps makes {0}", what), unknown: "", no: t("does not make {0}", what) };
      const detail = [model.provider, words[able]].filter(Boolean).join(" · ");
      const rest = { detail, documentation: describeModelFact(model), rank: first + ranks[able] + index };
      return writtenItem("model", model.id, writeInsertion(scalar, isFilled ? escapePlaceholders(model.id) : model.id), rest);
    });
}

function completePaths({ path: at, scalar }: FieldContext, facts: Facts, only: RegExp | undefined): PromptCompletion[] {
  // The path of a CSV file is literal; in others, braces would be a placeholder.
  const isLiteral = at[0] === "batch" || (at[0] === "tests" && at.length === 1);
  return (facts.paths ?? [])
    .filter((path) => only?.test(path) ?? true)
    .flatMap((path, index) =>
      writtenItem("file", path, writeInsertion(scalar, isLiteral ? path : escapePlaceholders(path)), { rank: index }),
    );
}

function completeStyles({ scalar }: FieldContext, facts: Facts): PromptCompletion[] {
  return (facts.styles ?? []).flatMap((style, index) => {
    const rest = { detail: style.description, documentation: describeStyle(style), rank: index };
    return writtenItem("value", style.name, writeInsertion(scalar, escapePlaceholders(style.name)), rest);
  });
}

/** The paths that can be written in `{{file:…}}`. */
function completeIncluded({ typed, closed, scalar }: Extract<CursorContext, { type: "argument" }>, facts: Facts): PromptCompletion[] {
  return (facts.paths ?? []).flatMap((path, index) => {
    const isWritable = path.trim() === path && !/[\r\n]|\}\}|\}$/.test(path);
    const part = scalar === undefined ? path : writePart(scalar, path);
    if (!isWritable || part === undefined) return [];
    return [item("file", path, typed, { insertText: `${part}${closed ? "" : "}}"}`, rank: index })];
  });
}

function completeVariables(document: PromptDocument, typed: TextRange, closed: boolean, facts: Facts): PromptCompletion[] {
  const end = closed ? "" : "}}";
  const own = [...findDefinedVariables(document, facts).values()].map((variable, index) =>
    item("variable", variable.name, typed, {
      insertText: `${variable.name}${end}`,
      detail: variable.value ?? t("from {0}", variable.field),
      rank: index,
    }),
  );
  const builtIn = builtInVariables.map((variable, index) =>
    item("variable", variable.name, typed, {
      insertText: variable.argument === "required" ? `${variable.name}:` : `${variable.name}${end}`,
      detail: facts.values?.[variable.name]?.slice(0, 40) ?? "",
      documentation: describeBuiltIn(variable),
      rank: 1000 + index,
      continues: variable.argument === "required",
    }),
  );
  return [...own, ...builtIn];
}

function completeRoles(typed: TextRange): PromptCompletion[] {
  const documentation = t(
    "A turn of the dialogue. System instructions go into the field `instructions` (at most {0} characters).",
    limits.instructionsMaximum,
  );
  return ["user", "assistant"].map((role, index) => item("role", role, typed, { documentation, rank: index }));
}
