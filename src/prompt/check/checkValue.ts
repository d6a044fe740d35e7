/** Checks a front matter value against the type of its field. */

import type { Field, FieldType } from "../../contract/fieldType.ts";
import { alternatives } from "../../contract/fieldType.ts";
import { countCharacters } from "../../contract/limits.ts";
import { t } from "../../contract/translate.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { diagnostic } from "../diagnostic.ts";
import { fieldsOf } from "../fields/documentFields.ts";
import type { FrontMatterNode, MapNode, ScalarNode } from "../text/frontMatter.ts";
import { findEntry, losesDigits, visitNodes } from "../text/frontMatter.ts";
import { didYouMean, suggestNames } from "../text/suggestNames.ts";

/** `name`: the name of the value in messages, which is the field or the path below it. */
export function checkValue(node: FrontMatterNode, type: FieldType, name: string): Diagnostic[] {
  if (node.type === "scalar" && node.value === null) {
    return [diagnostic("wrongType", node.range, t("`{0}` has no value; it must be {1}.", name, describeType(type)), { subject: name })];
  }
  switch (type.type) {
    case "any":
      return node.type === "scalar" ? [] : checkDigits(node);
    case "choice":
      return checkChoice(node, type.options, name);
    case "string":
      return node.type === "scalar" ? checkText(node, type, name) : [wrongType(node, type, name)];
    case "number":
      return node.type === "scalar" && isNumber(node, type) ? [] : [wrongType(node, type, name)];
    case "integer":
      return node.type === "scalar" && isNumber(node, type) ? checkRange(node, type, name) : [wrongType(node, type, name)];
    case "boolean":
      return node.type === "scalar" && (typeof node.value === "boolean" || holdsVariable(node)) ? [] : [wrongType(node, type, name)];
    case "list":
      return node.type === "list" ? checkList(node.items, type, node, name) : [wrongType(node, type, name)];
    case "map":
      return node.type === "map" ? checkMap(node, type.fields, name) : [wrongType(node, type, name)];
  }
}

function checkText(node: ScalarNode, type: Extract<FieldType, { type: "string" }>, name: string): Diagnostic[] {
  if (typeof node.value === "boolean") return [wrongType(node, type, name)];
  if (holdsVariable(node)) {
    const message = t("`{0}` cannot contain variables.", name);
    return type.isLiteral === true ? [diagnostic("notAllowed", node.range, message, { subject: name })] : [];
  }
  if (type.values.length > 0 && !type.values.includes(node.source)) {
    const likely = suggestNames(node.source, type.values);
    const message = t("`{0}` cannot be `{1}`; use {2}.", name, shortenValue(node.source), listValues(type.values));
    return [diagnostic("notAllowed", node.range, message, { subject: name, suggestions: [...new Set([...likely, ...type.values])] })];
  }
  if (type.pattern !== undefined && !new RegExp(type.pattern).test(node.source)) {
    return [diagnostic("notAllowed", node.range, t("`{0}` must be {1}.", name, t(type.form ?? "")), { subject: name })];
  }
  const length = countCharacters(node.source);
  if (type.maximumCharacters !== undefined && length > type.maximumCharacters) {
    return [
      diagnostic("tooLong", node.range, t("`{0}` has {1} characters; at most {2} are allowed.", name, length, type.maximumCharacters), {
        subject: name,
      }),
    ];
  }
  if (type.minimumCharacters !== undefined && length < type.minimumCharacters) {
    return [diagnostic("tooShort", node.range, t("`{0}` is empty: enter a text or remove the field.", name), { subject: name })];
  }
  return [];
}

/** Reports numbers that would be sent, or compared, otherwise than they are written. */
export function checkDigits(value: FrontMatterNode): Diagnostic[] {
  const found: Diagnostic[] = [];
  visitNodes(value, [], (node) => {
    if (node.type === "scalar" && losesDigits(node)) found.push(diagnostic("notAllowed", node.range, describeLostDigits(node)));
  });
  return found;
}

export function describeLostDigits({ source }: ScalarNode): string {
  return t("`{0}` is no number that JSON can state exactly: put it in quotes.", shortenValue(source));
}

function checkRange(node: ScalarNode, { minimum, maximum }: Extract<FieldType, { type: "integer" }>, name: string): Diagnostic[] {
  const { value } = node;
  if (losesDigits(node)) return checkDigits(node);
  if (typeof value !== "number" || (value >= (minimum ?? value) && value <= (maximum ?? value))) return [];
  return [diagnostic("notAllowed", node.range, t("`{0}` must be from {1} to {2}.", name, minimum ?? "", maximum ?? ""), { subject: name })];
}

function checkList(
  items: readonly FrontMatterNode[],
  type: Extract<FieldType, { type: "list" }>,
  node: FrontMatterNode,
  name: string,
): Diagnostic[] {
  const found = items.flatMap((item, index) => checkValue(item, type.element, `${name}[${index + 1}]`));
  if (items.length < (type.minimumItems ?? 0)) {
    return [diagnostic("notAllowed", node.range, t("`{0}` is empty: add an entry or remove the field.", name), { subject: name })];
  }
  if (type.maximumItems === undefined || items.length <= type.maximumItems) return found;
  const first = items[type.maximumItems] ?? node;
  const range = { start: first.range.start, end: node.range.end };
  const message = t("`{0}` has {1} entries; at most {2} are allowed.", name, items.length, type.maximumItems);
  return [...found, diagnostic("tooManyItems", range, message, { subject: name })];
}

function checkMap(node: MapNode, fields: readonly Field[], name: string): Diagnostic[] {
  if (fields.length === 0) return [];
  const found = node.entries.flatMap((entry) => {
    const field = fields.find((candidate) => candidate.name === entry.key);
    if (field) return checkValue(entry.value, field.type, `${name}.${entry.key}`);
    const suggestions = suggestNames(
      entry.key,
      fields.map((candidate) => candidate.name),
    );
    return [
      diagnostic(
        "unknownField",
        entry.keyRange,
        t("`{0}` is not a field in `{1}`.", shortenValue(entry.key), name) + didYouMean(suggestions[0]),
        {
          subject: entry.key,
          suggestions,
        },
      ),
    ];
  });
  const missing = fields.filter((field) => field.required && !findEntry(node, field.name));
  return [
    ...found,
    ...missing.map((field) =>
      diagnostic("missingMember", node.range, t("`{0}` needs `{1}`.", name, field.name), {
        subject: field.name,
        suggestions: field.type.type === "string" ? field.type.values : [],
      }),
    ),
  ];
}

/** The alternative that the value matches: for objects the one with the same `type`, otherwise the one of the same shape. */
function checkChoice(node: FrontMatterNode, options: readonly FieldType[], name: string): Diagnostic[] {
  const shape = node.type === "scalar" ? ["string", "number", "integer", "boolean"] : [node.type];
  const candidates = options.filter((option) => shape.includes(option.type));
  const [only, another] = candidates;
  if (!only) return [wrongType(node, { type: "choice", options }, name)];
  if (!another) return checkValue(node, only, name);
  if (node.type !== "map") return smallest(candidates.map((option) => checkValue(node, option, name)));
  const written = findEntry(node, "type")?.value;
  if (written?.type !== "scalar" || written.value === null) {
    const withoutType = candidates.filter((option) => !fieldsOf(option).some((field) => field.name === "type" && field.required));
    if (withoutType.length > 0) return smallest(withoutType.map((option) => checkValue(node, option, name)));
    return [
      diagnostic("missingMember", node.range, t("`{0}` needs `type`: {1}.", name, listValues(typeValues(candidates))), {
        subject: "type",
        suggestions: typeValues(candidates),
      }),
    ];
  }
  const chosen = candidates.find((option) => typeValues([option]).includes(written.source));
  if (chosen) return checkValue(node, chosen, name);
  const values = typeValues(candidates);
  const suggestions = [...new Set([...suggestNames(written.source, values), ...values])];
  const message = t("`{0}` cannot be `{1}`; use {2}.", `${name}.type`, shortenValue(written.source), listValues(values));
  return [diagnostic("notAllowed", written.range, message, { subject: "type", suggestions })];
}

function typeValues(options: readonly FieldType[]): string[] {
  return options.flatMap((option) =>
    fieldsOf(option).flatMap((field) => (field.name === "type" && field.type.type === "string" ? field.type.values : [])),
  );
}

function smallest(results: readonly Diagnostic[][]): Diagnostic[] {
  return results.reduce((best, result) => (result.length < best.length ? result : best), results[0] ?? []);
}

function wrongType(node: FrontMatterNode, type: FieldType, name: string): Diagnostic {
  const suggestions = node.type === "scalar" ? suggestWritings(node.source, type) : [];
  return diagnostic("wrongType", node.range, t("`{0}` must be {1}.", name, describeType(type)), { subject: name, suggestions });
}

/** The values that were probably meant, as YAML: `true` for `yes`, or an object with the given word. */
function suggestWritings(source: string, type: FieldType): string[] {
  if (type.type === "boolean") return /^(?:yes|on|true)$/i.test(source) ? ["true"] : /^(?:no|off|false)$/i.test(source) ? ["false"] : [];
  if (type.type === "list") return suggestWritings(source, type.element).map((element) => `[${element}]`);
  return fieldsOf(type).flatMap((field) =>
    field.type.type === "string" && field.type.values.includes(source) ? [`{ ${field.name}: ${source} }`] : [],
  );
}

function isNumber(node: ScalarNode, type: Extract<FieldType, { type: "number" | "integer" }>): boolean {
  if (holdsVariable(node)) return type.type === "number" || type.isLiteral !== true;
  return typeof node.value === "number" && Number.isFinite(node.value) && (type.type === "number" || Number.isInteger(node.value));
}

function holdsVariable(node: ScalarNode): boolean {
  return typeof node.value === "string" && node.source.includes("{{");
}

/** A type in words for a message: "a string", "a list of strings". */
export function describeType(type: FieldType): string {
  switch (type.type) {
    case "any":
      return t("a value");
    case "string":
      return type.values.length > 0 ? listValues(type.values) : t("a string");
    case "number":
      return t("a number");
    case "integer":
      return t("an integer");
    case "boolean":
      return t("true or false");
    case "list":
      return t("a list");
    case "map":
      return type.fields.length > 0
        ? t("an object with {0}", listValues(type.fields.map((field) => field.name)))
        : t("a set of names and values");
    case "choice":
      return [...new Set(alternatives(type).map(describeType))].join(t(", or "));
  }
}

export function listValues(values: readonly string[]): string {
  const quoted = values.map((value) => `\`${value}\``);
  return quoted.length < 2 ? quoted.join("") : t("{0} or {1}", quoted.slice(0, -1).join(", "), quoted.at(-1) ?? "");
}

/** `a`, `a and b`, `a, b and c`. */
export function listTogether(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : t("{0} and {1}", names.slice(0, -1).join(", "), names.at(-1) ?? "");
}

export function shortenValue(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
