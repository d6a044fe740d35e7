/** JSON Schemas as the local engine's grammars need them: what clients send, and what the model may then write. */
import { expect, test } from "vitest";
import { grammarSchema, withoutAbsent } from "../../../../src/providers/local/grammarSchema.ts";

type Schema = Record<string, unknown>;
const any = { $ref: "#/$defs/anyValue" };
const string = { type: "string" };
const number = { type: "number" };

function translated(schema: Schema, absentAsNull = false): unknown {
  const { $defs, ...rest } = grammarSchema(schema, { absentAsNull });
  expect($defs).toHaveProperty("anyValue");
  return rest;
}

test.each<[string, Schema, Schema]>([
  ["any JSON", {}, any],
  ["any object", { type: "object" }, { type: "object", properties: {}, additionalProperties: any }],
  ["no property", { type: "object", additionalProperties: false }, { type: "object", properties: {} }],
  ["names with numbers", { additionalProperties: number }, { type: "object", properties: {}, additionalProperties: number }],
  ["a property of any value", { properties: { a: true } }, { type: "object", properties: { a: any } }],
  ["anyOf", { anyOf: [string, number] }, { oneOf: [string, number] }],
  ["a union of TypeScript", { type: ["string", "null"], minLength: 2 }, { oneOf: [{ ...string, minLength: 2 }, { type: "null" }] }],
  [
    "what a choice shares",
    { type: "object", properties: { a: string }, anyOf: [{ properties: { b: number } }, {}] },
    {
      oneOf: [
        { type: "object", properties: { a: string, b: number } },
        { type: "object", properties: { a: string } },
      ],
    },
  ],
  [
    "allOf",
    { allOf: [{ properties: { a: string } }, { properties: { b: number } }] },
    { type: "object", properties: { a: string, b: number } },
  ],
  ["a list", { type: "array", minItems: 1 }, { type: "array", items: any, minItems: 1 }],
  ["a pair", { prefixItems: [string, number] }, { type: "array", items: any, prefixItems: [string, number] }],
  ["a constant object", { const: { a: 1 } }, { type: "object", properties: { a: { const: 1 } } }],
  ["an enumeration", { description: "Which", enum: ["a", null] }, { description: "Which", oneOf: [{ const: "a" }, { const: null }] }],
  ["a known format", { type: "string", format: "date", minLength: 3 }, { type: "string", format: "date" }],
  ["another format", { type: "string", format: "email", maxLength: 3 }, { type: "string", maxLength: 3 }],
  ["a reference of draft 7", { items: { $ref: "#/definitions/a" } }, { type: "array", items: { $ref: "#/$defs/a" } }],
  ["a reference elsewhere", { items: { $ref: "other.json" } }, { type: "array", items: any }],
])("%s", (_, schema, expected) => {
  expect(translated(schema)).toEqual(expected);
});

test("definitions are translated, under one name", () => {
  const { $defs } = grammarSchema({ $ref: "#/definitions/a", definitions: { a: { anyOf: [string] } } }, { absentAsNull: false });
  expect($defs).toMatchObject({ a: { oneOf: [string] } });
});

test("in a call, null stands for an optional property, and is removed", () => {
  const point = { type: "object", properties: { x: number, note: string }, required: ["x"] };
  const parameters = {
    type: "object",
    properties: { city: string, unit: { anyOf: [string, { type: "null" }] }, days: number, at: point },
    required: ["city", "at"],
  };
  const orNull = (schema: Schema) => ({ oneOf: [schema, { type: "null" }] });
  expect(translated(parameters, true)).toEqual({
    type: "object",
    properties: {
      city: string,
      unit: { oneOf: [string, { type: "null" }] },
      days: orNull(number),
      at: { type: "object", properties: { x: number, note: orNull(string) } },
    },
  });
  const written = { city: "Oslo", unit: null, days: null, at: { x: 1, note: null } };
  expect(withoutAbsent(written, parameters)).toEqual({ city: "Oslo", unit: null, at: { x: 1 } });
});
