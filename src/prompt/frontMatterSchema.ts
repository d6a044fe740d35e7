/** Nothing in; the JSON Schema of a prompt document's front matter, made from the same fields as every check, out. */
import type { Field, FieldType } from "../contract/fieldType.ts";
import type { InterfaceGeneration, Kind } from "../contract/kind.ts";
import { interfaceGenerations, kinds } from "../contract/kind.ts";
import { describeField } from "./describeField.ts";
import { documentFields } from "./documentFields.ts";

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** One branch for each kind and interface; fields that are not known pass, as they do on the wire. */
export function frontMatterSchema(): JsonValue {
  const branches = interfaceGenerations.flatMap((generation) => kinds.map((kind) => branch(kind, generation)));
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Front matter of a Generation Studio prompt document (*.gen.md)",
    type: "object",
    allOf: branches,
  };
}

function branch(kind: Kind, generation: InterfaceGeneration): JsonValue {
  const fields = documentFields(kind, generation);
  const chosen: { [key: string]: JsonValue } = { kind: { const: kind }, interface: { const: generation } };
  const required = [...(kind === "text" ? [] : ["kind"]), ...(generation === "v1" ? [] : ["interface"])];
  return {
    if: { type: "object", properties: chosen, required },
    // biome-ignore lint/suspicious/noThenProperty: `then` is JSON Schema's own keyword.
    then: {
      properties: Object.fromEntries(fields.map((field) => [field.name, property(field, kind, generation)])),
      required: fields.filter((field) => field.required && !["input", "prompt", "content"].includes(field.name)).map((field) => field.name),
    },
  };
}

function property(field: Field, kind: Kind, generation: InterfaceGeneration): JsonValue {
  return {
    description: field.description,
    markdownDescription: describeField(field, kind, generation),
    ...(field.examples.length > 0 ? { examples: field.examples } : {}),
    ...typeSchema(field.type),
  };
}

function typeSchema(type: FieldType): { readonly [key: string]: JsonValue } {
  switch (type.type) {
    case "any":
      return {};
    case "string":
      return {
        type: type.values.length > 0 ? "string" : ["string", "number"],
        ...(type.values.length > 0 ? { enum: type.values } : {}),
        ...(type.minimumCharacters === undefined ? {} : { minLength: type.minimumCharacters }),
        ...(type.maximumCharacters === undefined ? {} : { maxLength: type.maximumCharacters }),
      };
    case "number":
    case "integer":
    case "boolean":
      return { type: type.type };
    case "list":
      return {
        type: "array",
        items: typeSchema(type.element),
        ...(type.maximumItems === undefined ? {} : { maxItems: type.maximumItems }),
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
