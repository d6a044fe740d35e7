/** Finds mistakes in a JSON Schema that would make every answer valid or invalid. Source: JSON Schema draft-07, "Validation". */
import { dereference, type Schema } from "@cfworker/json-schema";
import { errorText } from "../../contract/errorText.ts";
import { t } from "../../contract/translate.ts";
import { suggestNames } from "../text/suggestNames.ts";
import type { PlainValue } from "./assertion.ts";
import { isMap, write } from "./finding.ts";

type Check = (value: PlainValue, where: string, unresolved: ReadonlySet<string>) => string | undefined;

const typeNames = ["array", "boolean", "integer", "null", "number", "object", "string"];
/** The formats that the validator knows. It ignores all others. */
const formatNames = [
  "date date-time duration email hostname ipv4 ipv6 json-pointer json-pointer-uri-fragment regex relative-json-pointer",
  "time uri uri-reference uri-template url uuid",
].flatMap((names) => names.split(" "));
/** Keywords of later drafts, which draft-07 ignores. */
const laterKeywords: ReadonlySet<string> = new Set([
  "$dynamicRef",
  "$recursiveRef",
  "dependentRequired",
  "dependentSchemas",
  "maxContains",
  "minContains",
  "prefixItems",
  "unevaluatedItems",
  "unevaluatedProperties",
]);

/** Annotations of OpenAPI and of other generators of schemas, which every validator ignores. Source: OpenAPI 3.0.3, "Schema Object". */
const annotations: ReadonlySet<string> = new Set(["deprecated", "discriminator", "example", "externalDocs", "xml"]);

const number: Check = (value, where) => (typeof value === "number" ? undefined : t("{0} must be a number.", where));
const count: Check = (value, where) =>
  Number.isInteger(value) && Number(value) >= 0 ? undefined : t("{0} must be a number of at least 0.", where);
const boolean: Check = (value, where) => (typeof value === "boolean" ? undefined : t("{0} must be true or false.", where));
const anything: Check = () => undefined;
const text: Check = (value, where) => (typeof value === "string" ? undefined : t("{0} must be a text.", where));
const list: Check = (value, where) => (Array.isArray(value) ? undefined : t("{0} must be a list.", where));
const names: Check = (value, where) =>
  Array.isArray(value) && value.every((one) => typeof one === "string") ? undefined : t("{0} must be a list of names.", where);

const schema: Check = (value, where, unresolved) => {
  if (typeof value === "boolean") return undefined;
  if (!isMap(value)) return t("{0} must be a JSON Schema.", where);
  return first(Object.entries(value), ([key, one]) => checkKeyword(key, one, `${where}.${key}`, unresolved));
};

const schemas: Check = (value, where, unresolved) =>
  Array.isArray(value) && value.length > 0
    ? first([...value.entries()], ([index, one]) => schema(one, `${where}[${index + 1}]`, unresolved))
    : t("{0} must be a list of JSON Schemas.", where);

const schemasByName: Check = (value, where, unresolved) =>
  isMap(value)
    ? first(Object.entries(value), ([key, one]) => schema(one, `${where}.${key}`, unresolved))
    : t("{0} must contain names and JSON Schemas.", where);

const type: Check = (value, where) => {
  if (Array.isArray(value) && value.length === 0) return t("{0} has no types.", where);
  const wrong = (Array.isArray(value) ? value : [value]).find((one) => typeof one !== "string" || !typeNames.includes(one));
  return wrong === undefined ? undefined : t("{0} cannot be {1}; it is one of {2}.", where, write(wrong), typeNames.join(", "));
};

const pattern: Check = (value, where) => {
  if (typeof value !== "string") return t("{0} must be a text.", where);
  if (value.includes("\b")) return t("{0} contains a backspace: write `\\\\b` in double quotes, or use single quotes.", where);
  try {
    new RegExp(value, "u");
    return undefined;
  } catch {
    return t("{0} is not a regular expression of JavaScript.", where);
  }
};

const format: Check = (value, where) => {
  if (typeof value !== "string") return t("{0} must be a text.", where);
  const [likely] = formatNames.includes(value) ? [] : suggestNames(value, formatNames);
  return likely === undefined ? undefined : t("{0} is not a format. Did you mean `{1}`?", where, likely);
};

const values: Check = (value, where) => (Array.isArray(value) && value.length > 0 ? undefined : t("{0} must be a list of values.", where));

const reference: Check = (value, where, unresolved) => {
  if (typeof value !== "string") return t("{0} must be a text.", where);
  if (!unresolved.has(value)) return undefined;
  if (!value.startsWith("#")) return t("{0} must begin with `#`: other documents are not read.", where);
  return t("{0}: there is no {1}.", where, value);
};

/** The references that the validator does not find: neither by their location nor by an `$id` in the schema. */
function findUnresolved(root: PlainValue): ReadonlySet<string> {
  // Of a copy: the addresses that are found are written into the schemas.
  const found: Readonly<Record<string, Schema | boolean>> = dereference(JSON.parse(JSON.stringify(root)));
  const schemas = Object.values(found).filter((one) => typeof one === "object");
  return new Set(
    schemas.flatMap(({ $ref, __absolute_ref__: address = $ref }) =>
      $ref !== undefined && found[address ?? ""] === undefined ? [$ref] : [],
    ),
  );
}

const keywords: Readonly<Record<string, Check>> = {
  $id: text,
  $schema: text,
  $ref: reference,
  $comment: text,
  title: text,
  description: text,
  default: anything,
  examples: list,
  readOnly: boolean,
  writeOnly: boolean,
  type,
  enum: values,
  const: anything,
  multipleOf: number,
  maximum: number,
  exclusiveMaximum: number,
  minimum: number,
  exclusiveMinimum: number,
  maxLength: count,
  minLength: count,
  pattern,
  format,
  contentMediaType: text,
  contentEncoding: text,
  items: (value, where, unresolved) => (Array.isArray(value) ? schemas(value, where, unresolved) : schema(value, where, unresolved)),
  additionalItems: schema,
  maxItems: count,
  minItems: count,
  uniqueItems: boolean,
  contains: schema,
  maxProperties: count,
  minProperties: count,
  required: names,
  properties: schemasByName,
  patternProperties: schemasByName,
  additionalProperties: schema,
  dependencies: (value, where, unresolved) =>
    isMap(value)
      ? first(Object.entries(value), ([key, one]) => (Array.isArray(one) ? names : schema)(one, `${where}.${key}`, unresolved))
      : t("{0} must contain names and JSON Schemas.", where),
  propertyNames: schema,
  definitions: schemasByName,
  if: schema,
  // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema.
  then: schema,
  else: schema,
  allOf: schemas,
  anyOf: schemas,
  oneOf: schemas,
  not: schema,
};

/** Unknown keywords are allowed, except misspelt ones. */
function checkKeyword(key: string, value: PlainValue, where: string, unresolved: ReadonlySet<string>): string | undefined {
  if (Object.hasOwn(keywords, key)) return keywords[key]?.(value, where, unresolved);
  if (annotations.has(key) || key.startsWith("x-")) return undefined;
  if (key === "nullable") return t("{0} is a keyword of OpenAPI and has no effect: add `null` to the types instead.", where);
  if (laterKeywords.has(key)) return t("{0} is a keyword of a later draft than draft-07, and has no effect.", where);
  const [likely] = suggestNames(key, Object.keys(keywords));
  return likely === undefined ? undefined : t("{0} is not a keyword. Did you mean `{1}`?", where, likely);
}

/** The first mistake, in one sentence; undefined: there is none. */
export function checkJsonSchema(value: PlainValue): string | undefined {
  let unresolved: ReadonlySet<string> = new Set();
  let fault: string | undefined;
  try {
    unresolved = findUnresolved(value);
  } catch (error) {
    // Two parts with one address, or an address that is none.
    fault = errorText(error);
  }
  return schema(value, "schema", unresolved) ?? fault;
}

function first<One>(entries: readonly One[], check: (entry: One) => string | undefined): string | undefined {
  for (const entry of entries) {
    const found = check(entry);
    if (found !== undefined) return found;
  }
  return undefined;
}
