/** Values of assertions that judge every answer alike, or none. */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import type { PlainValue } from "../../../../src/prompt/assertions/assertion.ts";
import { assertions } from "../../../../src/prompt/assertions/assertions.ts";
import { findFault } from "../../../../src/prompt/assertions/findFault.ts";
import { readExpected } from "../../../../src/prompt/assertions/readExpected.ts";

function fault(name: string, value: PlainValue, threshold?: PlainValue) {
  const type = assertions.find((one) => one.name === name);
  if (type === undefined) throw new Error(`There is no assertion ${name}.`);
  return findFault(type, value, threshold);
}

test("each file of the folder is an assertion of the list", () => {
  const folder = new URL("../../../../src/prompt/assertions/types", import.meta.url);
  const names = readdirSync(folder).map((file) => file.replace(/\.ts$/, ""));
  const written = assertions.map(({ name }) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
  expect(written.toSorted()).toEqual(names.toSorted());
});

test.each<[string, PlainValue, PlainValue?]>([
  ["contains", ""],
  ["icontains", ""],
  ["starts-with", ""],
  ["regex", ""],
  ["regex", "("],
  ["regex", "a{2,1}"],
  ["regex", ".*"],
  ["regex", "[\\s\\S]*"],
  ["regex", "(lighthouse)?"],
  ["regex", "a|"],
  ["regex", "^"],
  ["regex", "^ *"],
  ["regex", "\\s*$"],
  ["regex", "(?!.*as an AI)"],
  ["regex", "(?<!not )"],
  ["regex", "(?=)"],
  ["regex", "(^|x)"],
  ["regex", "[^x]*"],
  ["regex", "(?<year>\\d+)?"],
  ["regex", "\\$?"],
  ["regex", "^[\\s\\S]*$"],
  ["regex", "^(.|\\n)*$"],
  ["regex", "\bBrest\b"],
  ["regex", "/lighthouse/i"],
  ["is-json", { properties: { a: { pattern: "\bBrest" } } }],
  ["is-json", { properties: { a: { format: "datetime" } } }],
  ["is-json", { properties: { a: { enum: [] } } }],
  ["is-json", { type: [] }],
  ["is-json", { unevaluatedProperties: false }],
  ["is-json", { dependentRequired: { a: ["b"] } }],
  ["contains-json", { items: { prefixItems: [{ type: "string" }] } }],
  ["contains-all", []],
  ["contains-all", ["a", ""]],
  ["contains-any", []],
  ["contains-any", [""]],
  ["llm-rubric", " "],
  ["llm-rubric", "It is kind.", 80],
  ["llm-rubric", "It is kind.", -0.1],
  ["levenshtein", "Brest", -1],
  ["levenshtein", "Brest", "80%"],
  ["similarTo", ""],
  ["similarTo", "a.png", 80],
  ["transcript", { contains: "" }],
  ["transcript", { contains: [] }],
  ["transcript", { contain: "a" }],
  ["format", []],
  ["width", {}],
  ["width", "wide"],
  ["width", { min: 10, max: 9 }],
  ["tokens", { min: 2, max: 1 }],
  ["cost", {}],
  ["latency", { max: "soon" }],
  ["tokens", { min: 0 }],
  ["tokens", { max: -1 }],
  ["bytes", { min: -5 }],
  ["width", -1],
  ["duration", { max: -0.5 }],
  ["cost", { max: -0.01 }],
  ["latency", { max: -1 }],
  ["citations", { min: 0 }],
  ["citations", { max: -1 }],
  ["citations", { min: 3, max: 2 }],
  ["citations", "many"],
  ["refusal", "perhaps"],
  ["blank", "perhaps"],
  ["is-json", "maybe"],
  ["is-json", 3],
  ["is-json", { type: "strng" }],
  ["is-json", { requird: ["a"] }],
  ["is-json", { required: "a" }],
  ["is-json", { properties: { a: { type: "string", pattern: "(" } } }],
  ["is-json", { items: [{ minimum: "1" }] }],
  ["is-json", { allOf: [] }],
  ["is-json", { $ref: "#/definitions/missing" }],
  ["contains-json", { additionalProperties: { type: ["object", "nil"] } }],
])("%s: %j with the threshold %j has a fault", (name, value, threshold) => {
  expect(fault(name, value, threshold)).toMatch(/^\S.*[.?]$/);
});

test.each<[string, PlainValue, PlainValue?]>([
  ["equals", ""],
  ["equals", []],
  ["contains", " "],
  ["contains-all", ["a"]],
  ["regex", "^$"],
  ["regex", "^(?!.*as an AI)"],
  ["regex", "\\bBrest\\b"],
  ["regex", "[$^]"],
  ["regex", "\\^?x"],
  ["regex", "^\\d*$"],
  ["regex", "/usr/bin/"],
  ["is-json", { properties: { a: { format: "date-time" }, b: { format: "x-own" } }, $defs: {} }],
  ["levenshtein", "", 0],
  ["llm-rubric", "It is kind.", 1],
  ["transcript", ""],
  ["citations", { max: 0 }],
  ["citations", ""],
  ["width", { min: 9, max: 9 }],
  ["is-json", false],
  ["is-json", { type: "object", properties: { type: { enum: ["a"] }, requird: true }, "x-note": 1 }],
  ["is-json", { $ref: "#/definitions/a~1b", definitions: { "a/b": { type: ["null", "array"], items: false } } }],
])("%s: %j with the threshold %j has none", (name, value, threshold) => {
  expect(fault(name, value, threshold)).toBeUndefined();
});

test.each(assertions.map(({ name }) => name))("a cell of a CSV file is read as `%s`, also negated", (name) => {
  expect(readExpected(`${name}: x`)).toMatchObject({ name, isNegated: false });
  expect(readExpected(`not-${name}: x`)).toMatchObject({ name, isNegated: true });
});

test.each<[string, PlainValue]>([
  ['loudness: {"min":-24}', { min: -24 }],
  ['format: ["png","webp"]', ["png", "webp"]],
  ["format: png", "png"],
  ['transcript: {"contains":"tide"}', { contains: "tide" }],
  ["transcript: 12", "12"],
  ['is-json: {"type":"object"}', { type: "object" }],
  ["is-json: false", false],
  ["is-json", true],
  ["contains: 12", "12"],
  ["cost: 0.01", 0.01],
  ["cost(0.02): 0.01", { max: 0.02 }],
  ["cost", { max: 0.75 }],
  ["latency: 2000", 2000],
  ['latency: {"max":2000}', { max: 2000 }],
])("the cell %s has its value", (cell, value) => {
  expect(readExpected(cell)?.value).toEqual(value);
});
