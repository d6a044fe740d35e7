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

test.each([
  [{ properties: { a: { type: "string", nullable: true } } }, /keyword of OpenAPI and has no effect: add `null` to the types/],
  [{ prefixItems: [{ type: "string" }] }, /keyword of a later draft than draft-07, and has no effect/],
  [{ type: "object", requird: ["a"] }, /not a keyword\. Did you mean `required`\?/],
])("%j is reported", (schema, sentence) => expect(checkJsonSchema(schema)).toMatch(sentence));
