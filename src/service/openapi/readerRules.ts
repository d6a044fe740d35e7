/** Completes the JSON Schema of a request body with the rules of its reader that the schema of the interface cannot express. */
import * as z from "zod/mini";
import { type AddedField, addedFields, isAddedField } from "../../contract/addedFields.ts";
import { mediaKinds } from "../../contract/kind.ts";
import { limits } from "../../contract/limits.ts";
import { mediaOptions } from "../../contract/media.ts";
import { v2OptionName } from "../../contract/v2.ts";
import { largest, writtenNumber, writtenSeconds } from "../read/mediaReaders.ts";
import { addedInteger, addedNumber, longestFieldText } from "../read/readAddedValues.ts";
import { additionKeyword } from "./addition.ts";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * - Unknown fields pass, and `null` counts as an absent field.
 * - A required text of a field table is not blank, whereas a text inside `input` may be.
 * - `reasoning` may be empty.
 */
export function addReaderRules(name: string, schema: JsonSchema): void {
  const { image, reasoning } = schema.properties ?? {};
  if (isSchema(reasoning)) delete reasoning.required;
  addRules(schema, { mayTextsBeBlank: name === "InputPart" || name === "InputItem" });
  if (name === "InputPart") addPartRules(schema);
  if (name === "V2Request") addV2Rules(schema);
  for (const [field, property] of Object.entries(schema.properties ?? {})) {
    if (isAddedField(field) && isSchema(property)) addAddedRules(field, property);
    if ((field === "duration" || field === "speed") && isSchema(property)) Object.assign(property, positive(field));
  }
  if (isSchema(image)) image.maxItems = limits.filesPerRequest;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

interface Rules {
  mayTextsBeBlank: boolean;
}

function addRules(schema: JsonSchema, rules: Rules): void {
  delete schema.additionalProperties;
  for (const option of optionsOf(schema)) addRules(option, rules);
  if (isSchema(schema.items)) addRules(schema.items, rules);
  const required = new Set(schema.required ?? []);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (!isSchema(property)) continue;
    addRules(property, rules);
    if (required.has(name)) requireText(property, rules);
    else allowNull(property);
  }
}

function optionsOf(schema: JsonSchema): JsonSchema[] {
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(isSchema);
}

function requireText(property: JsonSchema, rules: Rules): void {
  for (const option of [property, ...optionsOf(property)]) {
    const isFree = option.type === "string" && option.const === undefined && option.enum === undefined && option.pattern === undefined;
    if (isFree && !rules.mayTextsBeBlank) option.pattern = String.raw`\S`;
  }
}

function allowNull(property: JsonSchema): void {
  const { anyOf, oneOf, type } = property;
  if (anyOf) anyOf.push({ type: "null" });
  else if (oneOf) oneOf.push({ type: "null" });
  else if (typeof type === "string") Object.assign(property, { type: [type, "null"] });
  if (property.enum) property.enum.push(null);
  if (property.const !== undefined) {
    property.enum = [property.const, null];
    delete property.const;
  }
}

/** The option of a union whose `type` is this constant. */
function optionOfType(schema: JsonSchema, type: string): JsonSchema | undefined {
  const isIt = (option: JsonSchema) => isSchema(option.properties?.type) && option.properties.type.const === type;
  return optionsOf(schema)
    .flatMap((option) => [option, ...optionsOf(option)])
    .find(isIt);
}

function requireOne(schema: JsonSchema | undefined, keyword: "oneOf" | "anyOf", names: readonly string[]): void {
  if (schema) schema[keyword] = names.map((name) => ({ required: [name], properties: { [name]: { not: { type: "null" } } } }));
}

function addPartRules(schema: JsonSchema): void {
  requireOne(optionOfType(schema, "input_file"), "oneOf", ["file_data", "file_url"]);
  requireOne(optionOfType(schema, "input_audio"), "anyOf", ["audio_url", "input_audio"]);
}

function addV2Rules(schema: JsonSchema): void {
  const { ai, content, stop_sequences: phrases } = schema.properties ?? {};
  if (isSchema(phrases) && isSchema(phrases.items)) phrases.items.minLength = 1;
  if (isSchema(content) && isSchema(content.items)) {
    const file = optionOfType(content.items, "input_file");
    if (file)
      Object.assign(file, {
        required: ["type", "file_data"],
        properties: { ...file.properties, file_data: { type: "string", pattern: String.raw`\S` } },
      });
    const isFile: JsonSchema = { properties: { type: { const: "input_file" } }, required: ["type"] };
    Object.assign(content, { minItems: 1, contains: isFile, minContains: 0, maxContains: limits.filesPerRequest });
  }
  for (const kind of mediaKinds) {
    for (const [name, option] of Object.entries<z.core.$ZodType>(mediaOptions[kind])) {
      const { type } = z.toJSONSchema(option);
      const property = isSchema(ai) ? ai.properties?.[v2OptionName(kind, name)] : undefined;
      // The interface shows no options of an audio in v2.
      if (kind === "audio" && isSchema(property)) property[additionKeyword] = true;
      const isAdded = isAddedField(name);
      if (isAdded && isSchema(property)) addAddedRules(name, property);
      const patterns = isAdded ? { integer: addedInteger, number: addedNumber } : { integer: writtenSeconds, number: writtenNumber };
      if ((type === "integer" || type === "number") && isSchema(property)) {
        const range = name === "duration" || name === "speed" ? positive(name) : {};
        allowNumber(property, { type, ...range }, patterns[type]);
      }
    }
  }
}

/** Limits of the reader for a field that the interface does not have. */
function addAddedRules(name: AddedField, property: JsonSchema): void {
  property[additionKeyword] = true;
  const { type } = addedFields[name];
  if (type === "text" || type === "choice") property.maxLength = longestFieldText;
}

function positive(name: keyof typeof largest): JsonSchema {
  return { exclusiveMinimum: 0, maximum: largest[name] };
}

/** A number may also be sent as one, and its text must be one. */
function allowNumber(property: JsonSchema, number: JsonSchema, { source: pattern }: RegExp): void {
  delete property.type;
  property.anyOf = [{ type: "string", pattern }, number, { type: "null" }];
}
