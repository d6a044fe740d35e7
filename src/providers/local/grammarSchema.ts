/**
 * JSON Schemas in the form that node-llama-cpp makes a grammar of. Without this, `anyOf` and what has no type can only be null, an object
 * without properties stays empty, and every property must be given (3.21 and 3.22, observed). Limits of numbers and patterns are not in
 * its grammars.
 */

type Schema = Readonly<Record<string, unknown>>;

interface Options {
  /** An optional property may be null, which stands for none: `withoutAbsent` removes it. */
  absentAsNull: boolean;
}

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const mapValues = (values: Schema, change: (value: unknown, name: string) => unknown): Schema =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));

const anyValue = { $ref: "#/$defs/anyValue" };
const anyValues = {
  oneOf: [
    ...["string", "number", "boolean", "null"].map((type) => ({ type })),
    { type: "array", items: anyValue },
    { type: "object", additionalProperties: anyValue },
  ],
};
/** Formats that its grammars know. */
const formats: ReadonlySet<unknown> = new Set(["date", "time", "date-time"]);

/** The schema of a whole document; its references are to its own `$defs` or `definitions`. */
export function grammarSchema(schema: Schema, options: Options): Schema {
  const translate = (given: unknown): Schema => translateSchema(given, options);
  const named = { ...(isSchema(schema.definitions) ? schema.definitions : {}), ...(isSchema(schema.$defs) ? schema.$defs : {}) };
  return { ...translate(schema), $defs: { ...mapValues(named, translate), anyValue: anyValues } };
}

function translateSchema(given: unknown, options: Options): Schema {
  if (!isSchema(given)) return anyValue;
  const { anyOf, oneOf, allOf, $defs, definitions, ...rest } = given;
  const described = typeof rest.description === "string" ? { description: rest.description } : {};
  const translate = (schema: unknown) => translateSchema(schema, options);
  if (typeof rest.$ref === "string") {
    const name = /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(rest.$ref)?.[1];
    return name === undefined ? anyValue : { $ref: `#/$defs/${name}` };
  }
  if (Array.isArray(allOf)) return translate(mergeSchemas({ ...rest, anyOf, oneOf }, allOf));
  const choices = listOf(anyOf ?? oneOf);
  if (choices.length > 0) return { ...described, oneOf: choices.map((choice) => translate(mergeSchemas(rest, [choice]))) };
  if ("const" in rest) return { ...described, ...exactly(rest.const) };
  if (Array.isArray(rest.enum)) return { ...described, oneOf: rest.enum.map(exactly) };
  if (Array.isArray(rest.type)) return { ...described, oneOf: rest.type.map((type) => translate({ ...rest, type })) };
  return { ...described, ...translateType(rest, options) };
}

function translateType(schema: Schema, options: Options): Schema {
  const translate = (given: unknown) => translateSchema(given, options);
  switch (schema.type ?? guessType(schema)) {
    case "object": {
      const { additionalProperties: more } = schema;
      const properties = isSchema(schema.properties) ? schema.properties : {};
      const isOpen = isSchema(more) || (more !== false && Object.keys(properties).length === 0);
      return {
        type: "object",
        properties: mapValues(properties, (property, name) =>
          options.absentAsNull && isAbsentable(schema, name) ? { oneOf: [translate(property), { type: "null" }] } : translate(property),
        ),
        ...(isOpen && { additionalProperties: translate(more ?? true) }),
      };
    }
    case "array":
      return {
        type: "array",
        items: translate(schema.items ?? true),
        ...(Array.isArray(schema.prefixItems) && { prefixItems: schema.prefixItems.map(translate) }),
        ...pick(schema, ["minItems", "maxItems"]),
      };
    case "string":
      return { type: "string", ...(formats.has(schema.format) ? pick(schema, ["format"]) : pick(schema, ["minLength", "maxLength"])) };
    case "number":
    case "integer":
    case "boolean":
    case "null":
      return { type: schema.type };
    default:
      return anyValue;
  }
}

function guessType(schema: Schema): string | undefined {
  if (["properties", "required", "additionalProperties"].some((keyword) => keyword in schema)) return "object";
  if (["items", "prefixItems"].some((keyword) => keyword in schema)) return "array";
  return ["minLength", "maxLength", "pattern"].some((keyword) => keyword in schema) ? "string" : undefined;
}

function pick(schema: Schema, names: readonly string[]): Schema {
  return Object.fromEntries(names.flatMap((name) => (schema[name] === undefined ? [] : [[name, schema[name]]])));
}

/** What fits the first and all others. */
function mergeSchemas(first: Schema, others: readonly unknown[]): Schema {
  let merged = first;
  for (const other of others.filter(isSchema)) {
    const properties = {
      ...(isSchema(merged.properties) ? merged.properties : {}),
      ...(isSchema(other.properties) ? other.properties : {}),
    };
    const required = [...listOf(merged.required), ...listOf(other.required)];
    merged = {
      ...merged,
      ...other,
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(required.length > 0 && { required }),
    };
  }
  return merged;
}

function exactly(value: unknown): Schema {
  if (Array.isArray(value)) return { type: "array", prefixItems: value.map(exactly), minItems: value.length, maxItems: value.length };
  return isSchema(value) ? { type: "object", properties: mapValues(value, exactly) } : { const: value };
}

/** Whether a property may be left out, and is not null itself. */
function isAbsentable({ properties, required }: Schema, name: string): boolean {
  const property = isSchema(properties) ? properties[name] : undefined;
  return !listOf(required).includes(name) && isSchema(property) && !JSON.stringify(property).includes('"null"');
}

/** A value of the schema, without the properties that stand for none. */
export function withoutAbsent(value: unknown, schema: unknown): unknown {
  if (!isSchema(schema)) return value;
  if (Array.isArray(value)) return value.map((item) => withoutAbsent(item, schema.items));
  if (!isSchema(value)) return value;
  const properties = isSchema(schema.properties) ? schema.properties : {};
  const given = Object.entries(value).filter(([name, one]) => one !== null || !(name in properties) || !isAbsentable(schema, name));
  return Object.fromEntries(given.map(([name, one]) => [name, withoutAbsent(one, properties[name])]));
}
