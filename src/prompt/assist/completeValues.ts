/** Completes the values of fields: what the interface and the model take, models, paths and styles. */
import { isFileField } from "../../contract/fields.ts";
import type { Field, FieldType } from "../../contract/fieldType.ts";
import { alternatives } from "../../contract/fieldType.ts";
import { type Kind, kinds } from "../../contract/kind.ts";
import { onlyUpscales } from "../../contract/onlyUpscales.ts";
import { t } from "../../contract/translate.ts";
import { findAcceptedValues } from "../check/findAcceptedValues.ts";
import { comparableFiles } from "../documentFiles.ts";
import type { Facts } from "../facts.ts";
import { findFieldAt, namesModel } from "../fields/documentFields.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import { readText } from "../parse/promptDocument.ts";
import { escapePlaceholders } from "../text/fillVariables.ts";
import { kindWord } from "../text/kindWord.ts";
import { findMap } from "./completeFields.ts";
import { type FieldContext, type PromptCompletion, writtenItem } from "./completion.ts";
import { describeMeaning, describeModelFact, describeStyle } from "./describeField.ts";
import type { TypedScalar } from "./findCursorContext.ts";
import { type Insertion, writeInsertion } from "./writeInsertion.ts";

export function completeValues(document: PromptDocument, context: FieldContext, facts: Facts): PromptCompletion[] {
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
export function pathsAt(document: PromptDocument, { path }: FieldContext): { only?: RegExp; isWholeList: boolean } | undefined {
  const [first] = path;
  const comparable = first === "tests" ? comparableFiles(path) : undefined;
  if (comparable !== undefined) return { only: comparable, isWholeList: false };
  if ((first === "batch" || first === "tests") && path.length === 1) return { only: /\.csv$/i, isWholeList: false };
  if (first !== undefined && path.length === 1 && isFileField(document.kind, document.interface, first)) {
    return { only: /\.png$/i, isWholeList: false };
  }
  return first === "files" || first === "image" ? { isWholeList: path.length === 1 } : undefined;
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
  const what = kindWord(kind);
  const words = { yes: t("makes {0}", what), perhaps: t("perhaps makes {0}", what), unknown: "", no: t("does not make {0}", what) };
  return (facts.models ?? [])
    .filter(({ isHidden, capabilities }) => isHidden !== true && (enlarges || !onlyUpscales(capabilities)))
    .flatMap((model, index) => {
      const first = onlyUpscales(model.capabilities) ? -1000 : 0;
      const able = model.abilities?.[kind] ?? "unknown";
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
