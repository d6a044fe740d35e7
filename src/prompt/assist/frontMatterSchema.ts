/** The JSON Schema of the front matter, generated from the same fields as all checks. */
import type { Field, FieldType } from "../../contract/fieldType.ts";
import { alternatives } from "../../contract/fieldType.ts";
import { type InterfaceVersion, interfaceVersions, type Kind, kinds, kindTable, mediaKinds } from "../../contract/kind.ts";
import { present } from "../../contract/present.ts";
import { documentFields, ownFields } from "../fields/documentFields.ts";
import { assertionNames, testField } from "../fields/testFields.ts";
import { builtInVariables, variableName } from "../text/variables.ts";
import { describeField } from "./describeField.ts";

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };
type JsonObject = { readonly [key: string]: JsonValue };

/** A text with a variable is only checked after filling it in. */
const textWithVariable: JsonObject = { type: "string", pattern: "\\{\\{" };

/** A number is accepted as a text in other fields, but not as an address. */
const address: JsonObject = { type: "string", minLength: 1 };

const variableSet: JsonObject = {
  type: "object",
  propertyNames: { pattern: variableName.source, not: { enum: builtInVariables.map((variable) => variable.name) } },
  additionalProperties: { type: ["string", "number", "boolean"] },
};

const steeringFields = ownFields.filter((field) => field.name === "kind" || field.name === "interface");

/**
 * One branch for each kind and interface, of which exactly one applies. A field of another kind or interface is refused; an unknown field
 * is allowed, as on the wire. The prompt may follow the front matter, so its field is not required.
 */
export function frontMatterSchema(): JsonValue {
  const branches = interfaceVersions.flatMap((version) => kinds.map((kind) => branch(kind, version)));
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Front matter of a Generation Studio prompt document (*.gen.md)",
    type: "object",
    properties: Object.fromEntries(steeringFields.map((field) => [field.name, typeSchema(field.type)])),
    allOf: branches,
    definitions: {
      textWithVariable,
      v2: has("interface", "v2"),
      writtenKind: { type: "object", required: ["kind"], properties: { kind: { enum: kinds } } },
      ...Object.fromEntries(mediaKinds.map((kind) => [kind, choosesKind(kind)])),
      tests: {
        anyOf: [
          address,
          {
            allOf: [
              { type: "array" },
              typeSchema(testField.type),
              { items: { properties: { vars: variableSet, assert: { items: reference("assertion") } } } },
            ],
          },
        ],
      },
      assertion: { not: { propertyNames: { not: { enum: [...assertionNames] } } } },
    },
  };
}

function has(field: string, value: string): JsonObject {
  return { type: "object", required: [field], properties: { [field]: { const: value } } };
}

/** The kind is given by `kind`, or by v2's `type` if there is no `kind`. */
function choosesKind(kind: Kind): JsonObject {
  return { anyOf: [has("kind", kind), { allOf: [has("type", kindTable[kind].v2Type), { not: reference("writtenKind") }] }] };
}

function reference(definition: string): JsonObject {
  return { $ref: `#/definitions/${definition}` };
}

function branch(kind: Kind, version: InterfaceVersion): JsonValue {
  const fields = documentFields(kind, version);
  const isKind = kind === "text" ? { not: { anyOf: mediaKinds.map(reference) } } : reference(kind);
  const isVersion = version === "v1" ? { not: reference("v2") } : reference("v2");
  return {
    if: { allOf: [isKind, isVersion] },
    // biome-ignore lint/suspicious/noThenProperty: `then` is JSON Schema's own keyword.
    then: {
      properties: {
        ...Object.fromEntries(fields.map((field) => [field.name, property(field, kind)])),
        ...Object.fromEntries(foreignNames(fields).map((name) => [name, false])),
      },
      required: fields.filter((field) => field.required && !["input", "prompt", "content"].includes(field.name)).map((field) => field.name),
    },
  };
}

function foreignNames(fields: readonly Field[]): string[] {
  const here = new Set(fields.map((field) => field.name));
  const everywhere = interfaceVersions.flatMap((version) => kinds.flatMap((kind) => documentFields(kind, version)));
  return [...new Set(everywhere.map((field) => field.name))].filter((name) => !here.has(name));
}

function property(field: Field, kind: Kind): JsonValue {
  return {
    description: field.description,
    markdownDescription: describeField(field),
    ...(field.examples.length > 0 ? { examples: field.examples } : {}),
    ...fieldSchema(field, kind),
  };
}

/** Constraints of a field beyond its type, for files, variables and kinds. */
function fieldSchema(field: Field, kind: Kind): JsonObject {
  switch (field.name) {
    case "type":
      return textSchema({ type: "string", values: [kindTable[kind].v2Type] });
    case "files":
    case "image":
      return { ...typeSchema(field.type), items: { anyOf: elementTypes(field.type).map(addressSchema) } };
    case "vars":
      return variableSet;
    case "batch":
      return { anyOf: [address, { type: "array", items: variableSet, minItems: 1 }] };
    case "tests":
      return { allOf: [reference("tests")] };
    default:
      return typeSchema(field.type);
  }
}

function elementTypes(type: FieldType): readonly FieldType[] {
  return type.type === "list" ? alternatives(type.element) : [];
}

function addressSchema(type: FieldType): JsonObject {
  return type.type === "string" ? address : typeSchema(type);
}

function typeSchema(type: FieldType): JsonObject {
  switch (type.type) {
    case "any":
      return { not: { type: "null" } };
    case "string":
      return textSchema(type);
    case "integer":
      return withVariable({ type: "integer", ...rangeSchema(type) }, type);
    case "number":
    case "boolean":
      return { anyOf: [{ type: type.type }, reference("textWithVariable")] };
    case "list":
      return {
        type: "array",
        items: typeSchema(type.element),
        ...present({ minItems: type.minimumItems, maxItems: type.maximumItems }),
      };
    case "map":
      return {
        type: "object",
        ...(type.fields.length > 0
          ? {
              properties: Object.fromEntries(
                type.fields.map((field) => [field.name, { description: field.description, ...typeSchema(field.type) }]),
              ),
              required: type.fields.filter((field) => field.required).map((field) => field.name),
            }
          : {}),
      };
    case "choice":
      return { anyOf: type.options.map(typeSchema) };
  }
}

function rangeSchema({ minimum, maximum }: Extract<FieldType, { type: "integer" }>): JsonObject {
  return present({ minimum, maximum });
}

/** A value, or a text with a variable if variables are replaced in it. */
function withVariable(value: JsonObject, { isLiteral }: { isLiteral?: boolean }): JsonObject {
  return isLiteral === true
    ? { allOf: [value, { not: reference("textWithVariable") }] }
    : { anyOf: [value, reference("textWithVariable")] };
}

function textSchema(type: Extract<FieldType, { type: "string" }>): JsonObject {
  const { values, pattern, minimumCharacters, maximumCharacters } = type;
  if (values.length > 0) return withVariable({ enum: values }, type);
  if (pattern !== undefined)
    return withVariable(
      {
        anyOf: [
          { type: "string", pattern },
          { type: "integer", minimum: 1 },
        ],
      },
      type,
    );
  if (minimumCharacters === undefined && maximumCharacters === undefined) return { type: ["string", "number"] };
  const counted: JsonObject = {
    type: "string",
    ...present({ minLength: minimumCharacters, maxLength: maximumCharacters }),
  };
  return withVariable({ anyOf: [counted, { type: "number" }] }, type);
}
