/** Keywords of OpenAPI and of later drafts in a JSON Schema. Sources: OpenAPI 3.0.4, "Schema Object"; JSON Schema 2020-12. */
import { expect, test } from "vitest";
import { checkJsonSchema } from "../../../../src/prompt/assertions/checkJsonSchema.ts";

test.each([
  [{ type: "string", example: "a heron" }],
  [{ type: "string", deprecated: true, externalDocs: { url: "https://example.com" }, xml: { name: "bird" } }],
  [{ oneOf: [{ type: "object" }], discriminator: { propertyName: "kind" } }],
  [{ type: "string", "x-order": 3 }],
  [{ properties: { nullable: { type: "boolean" }, example: { type: "string" } } }],
])("%j is accepted", (schema) => expect(checkJsonSchema(schema)).toBeUndefined());

const number = { type: "number" };
// Source: JSON Schema draft-07, "The `$id` Keyword".
test.each([
  [{ definitions: { n: number }, properties: { a: { $ref: "#/definitions/n" } } }, true],
  [{ definitions: { "a/b~c%d": number }, properties: { a: { $ref: "#/definitions/a~1b~0c%25d" } } }, true],
  [{ $defs: { n: number }, properties: { a: { $ref: "#/$defs/n" } } }, true],
  [{ properties: { a: { $ref: "#" } } }, true],
  [{ definitions: { n: { $id: "#n", ...number } }, properties: { a: { $ref: "#n" } } }, true],
  [{ definitions: { n: { $id: "item.json", ...number } }, properties: { a: { $ref: "item.json" } } }, true],
  [{ $id: "http://x/y", definitions: { n: { $id: "item", ...number } }, properties: { a: { $ref: "http://x/item" } } }, true],
  [{ $id: "http://x/y", definitions: { n: number }, properties: { a: { $ref: "y#/definitions/n" } } }, true],
  [{ definitions: { n: number }, properties: { a: { $ref: "#/definitions/m" } } }, false],
  [{ definitions: { n: { $id: "#n", ...number } }, properties: { a: { $ref: "#m" } } }, false],
  [{ properties: { a: { $ref: "other.json" } } }, false],
])("the reference of %j is found: %s", (schema, isFound) => {
  expect(checkJsonSchema(schema) === undefined).toBe(isFound);
  if (!isFound) expect(checkJsonSchema(schema)).toMatch(/^schema\.properties\.a\.\$ref(?:: there is no| must begin with)/);
});

test.each([
  [{ properties: { a: { type: "string", nullable: true } } }, /keyword of OpenAPI and has no effect: add `null` to the types/],
  [{ prefixItems: [{ type: "string" }] }, /keyword of a later draft than draft-07, and has no effect/],
  [{ type: "object", requird: ["a"] }, /not a keyword\. Did you mean `required`\?/],
])("%j is reported", (schema, sentence) => expect(checkJsonSchema(schema)).toMatch(sentence));
