/** JSON that breaks off: what was complete in it is read. */
import { expect, test } from "vitest";
import { completeJson } from "../../../src/providers/completeJson.ts";
import { readErrorReason } from "../../../src/providers/errorReason.ts";

test.each<[cut: string, value: unknown]>([
  ["{", {}],
  ["[", []],
  ['{"a"', {}],
  ['{"a":', {}],
  ['{"a":1', {}],
  ['{"a":1,', { a: 1 }],
  ['{"a":1,"b', { a: 1 }],
  ['{"a":"x', { a: "x" }],
  ['{"a":"x\\', { a: "x" }],
  ['{"a":"x\\u00e', { a: "x" }],
  ['{"a":"x\\\\', { a: "x\\" }],
  ['{"a":"{[,:', { a: "{[,:" }],
  ['{"a":{"b":[1,{"c":"d"},"e', { a: { b: [1, { c: "d" }, "e"] } }],
  ['{"a":[1],"b":{"c":{"d', { a: [1], b: { c: {} } }],
  ['{"a":[true,fal', { a: [true] }],
  ['{"a":[[1,2]', { a: [[1, 2]] }],
])("%s", (cut, value) => {
  expect(JSON.parse(completeJson(cut))).toEqual(value);
});

test("each beginning of an object or list is completed to JSON", () => {
  const whole = JSON.stringify({ a: [1, 'b\\"c\u00e9\n', { d: null, e: [[], {}] }], f: { g: -1.5e-7, h: true }, i: "" });
  for (let length = 1; length <= whole.length; length += 1) expect(() => JSON.parse(completeJson(whole.slice(0, length)))).not.toThrow();
});

test.each<[form: string, whole: object]>([
  ["FastAPI's, which repeats what was sent", { detail: [{ type: "too_long", loc: ["body"], msg: "Too long", input: "x".repeat(100) }] }],
  [
    "OpenAI's with a deep value",
    { error: { message: "Too long", type: "invalid_request_error", details: [[[{ a: [[["x".repeat(99)]]] }]]] } },
  ],
  ["one in words", { error: { message: "Too long" }, request: { messages: ["x".repeat(100)] } }],
])("the reason of an error that breaks off: %s", (_, whole) => {
  const cut = `400 Bad Request: ${JSON.stringify(whole)}`.slice(0, -60);
  expect(readErrorReason(cut).message).toMatch(/(?:^|body: )Too long$/);
});

test("100,000 open brackets are completed at once", () => {
  const start = performance.now();
  for (const part of ["[", '{"a":', "[1,", '{"a":[],"b":']) completeJson(part.repeat(100_000));
  expect(performance.now() - start).toBeLessThan(20_000);
});
