/** Reads the types of fields from zod's JSON Schemas, for forms, completion and checks. */
import type * as z from "zod/mini";
import { present } from "./present.ts";

/** One field of a request body, or of an object inside it. */
export interface Field {
  /** Name on the wire and in prompt documents. */
  name: string;
  /** Keys from the body's root to the field, including its name. */
  path: readonly string[];
  required: boolean;
  /** One or two sentences from the spec; Markdown. */
  description: string;
  /** Values that the spec gives as examples; not a closed list. */
  examples: readonly string[];
  /** The service's default when the field is left out, if the spec gives one. */
  default: string | undefined;
  type: FieldType;
}

export type FieldType =
  | {
      type: "string";
      /** The closed list of values; empty: any. */
      values: readonly string[];
      /** Unicode code points. */
      minimumCharacters?: number;
      maximumCharacters?: number;
      /** A regular expression of the whole text, and its form in words. */
      pattern?: string;
      form?: string;
      /** Variables are not replaced in it. */
      isLiteral?: boolean;
    }
  | { type: "number" }
  | { type: "integer"; minimum?: number; maximum?: number; isLiteral?: boolean }
  | { type: "boolean" }
  | { type: "list"; element: FieldType; minimumItems?: number; maximumItems?: number }
  | { type: "map"; fields: readonly Field[] }
  | { type: "choice"; options: readonly FieldType[] }
  | { type: "any" };

export function alternatives(type: FieldType): readonly FieldType[] {
  return type.type === "choice" ? type.options : [type];
}

type JsonSchema = z.core.JSONSchema.BaseSchema;
type JsonSchemaEntry = z.core.JSONSchema._JSONSchema;

/** The fields of an object's schema, in its order. `parent`: the keys above it. */
export function readFields(schema: JsonSchema, parent: readonly string[] = []): Field[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const path = [...parent, name];
    const description = typeof property === "object" ? (property.description ?? "") : "";
    return {
      name,
      path,
      required: required.has(name),
      description,
      examples: readExamples(description),
      default: readDefault(description),
      type: readFieldType(property, path),
    };
  });
}

function readFieldType(schema: JsonSchemaEntry, path: readonly string[]): FieldType {
  if (typeof schema === "boolean") return { type: "any" };
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return flattenChoice(options.map((option) => readFieldType(option, path)));
  switch (schema.type) {
    case "string":
      return { type: "string", values: readValues(schema), ...readLengths(schema) };
    case "number":
    case "integer":
    case "boolean":
      return { type: schema.type };
    case "array":
      return readListType(schema, path);
    case "object":
      return { type: "map", fields: readFields(schema, path) };
    default:
      return { type: "any" };
  }
}

/** JSON Schema counts code points too. Source: JSON Schema Validation 2020-12, 6.3. */
function readLengths({ minLength, maxLength }: JsonSchema): Partial<Extract<FieldType, { type: "string" }>> {
  return present({ minimumCharacters: minLength, maximumCharacters: maxLength });
}

function readListType(schema: JsonSchema, path: readonly string[]): FieldType {
  const element: FieldType = schema.items && !Array.isArray(schema.items) ? readFieldType(schema.items, path) : { type: "any" };
  return schema.maxItems === undefined ? { type: "list", element } : { type: "list", element, maximumItems: schema.maxItems };
}

function flattenChoice(options: readonly FieldType[]): FieldType {
  return { type: "choice", options: options.flatMap((option) => (option.type === "choice" ? option.options : [option])) };
}

function readValues(schema: JsonSchema): string[] {
  if (typeof schema.const === "string") return [schema.const];
  return (schema.enum ?? []).filter((value) => typeof value === "string");
}

/** The values after "e.g." in a description of the spec: "e.g. `1k` or `2k`; …" gives `1k` and `2k`. */
function readExamples(description: string): string[] {
  const listed = /\be\.g\. ([^;]*?)(?:;|\.$|$)/.exec(description)?.[1];
  if (listed === undefined) return [];
  return listed
    .split(/, | or /)
    .map((example) => example.replaceAll("`", "").trim())
    .filter((example) => example !== "");
}

function readDefault(description: string): string | undefined {
  const match = /default `([^`]+)`|`([^`]+)` \(default\)/.exec(description);
  return match?.[1] ?? match?.[2];
}
