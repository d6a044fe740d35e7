/** A text delta produces the same event in every notation, with the fast parser and with the schema. */
import { describe, expect, test } from "vitest";
import { readStreamEvent, readTextDelta } from "../../../src/output/readStreamEvent.ts";
import { fc } from "../../fuzzing.ts";

const type = "response.output_text.delta";
const location = { item_id: "msg_1", output_index: 0, content_index: 0 };
const usual = { type, sequence_number: 7, ...location, delta: "Grüße, 🐙", logprobs: [], obfuscation: "aZ3" };

describe("a text delta", () => {
  test.each([
    ["with its number behind the type", usual],
    ["with its number at the end", { type, ...location, delta: "x", logprobs: [], sequence_number: 12 }],
    ["without a number", { type, ...location, delta: "" }],
  ])("%s is parsed by the fast parser", (_name, fields) => {
    const { type: _type, logprobs: _logprobs, obfuscation: _obfuscation, ...known } = { logprobs: [], obfuscation: "", ...fields };
    expect(readTextDelta(JSON.stringify(fields))).toEqual({ type, ...known });
  });

  test.each([
    ["an escape", JSON.stringify({ ...usual, delta: 'a "word"\n' })],
    ["logprobs", JSON.stringify({ ...usual, logprobs: [{ token: "a" }] })],
    ["another order", JSON.stringify({ delta: "x", ...location, type })],
    ["another member", JSON.stringify({ ...usual, extra: true })],
    ["white space", JSON.stringify(usual, undefined, 1)],
    ["another type", JSON.stringify({ ...usual, type: "response.refusal.delta" })],
    ["a null", JSON.stringify({ ...usual, item_id: null })],
  ])("with %s is left to the schema, which accepts it too", (_name, data) => {
    expect(readTextDelta(data)).toBeUndefined();
    expect(readStreamEvent(data, undefined)).toMatchObject(JSON.parse(data));
  });

  test.each([
    ["a raw control character", JSON.stringify(usual).replace("Grüße", "Gr\tße")],
    ["a number with a leading zero", JSON.stringify(usual).replace('"output_index":0', '"output_index":00')],
    ["no end", JSON.stringify(usual).slice(0, -1)],
    ["something behind its end", `${JSON.stringify(usual)}}`],
  ])("with %s is invalid JSON, and is skipped", (_name, data) => {
    expect(readStreamEvent(data, undefined)).toBeUndefined();
  });

  test("has the same values as with JSON.parse", () => {
    const anyFields = fc.record(
      {
        type: fc.constant(type),
        sequence_number: fc.oneof(fc.nat(), fc.double({ noNaN: true, noDefaultInfinity: true })),
        item_id: fc.oneof(fc.string(), fc.string({ unit: "binary" })),
        output_index: fc.nat(),
        content_index: fc.integer(),
        delta: fc.oneof(fc.string(), fc.string({ unit: "binary" })),
      },
      { requiredKeys: ["type", "item_id", "output_index", "content_index", "delta"] },
    );
    fc.assert(
      fc.property(anyFields, (fields) => {
        const data = JSON.stringify(fields);
        expect(readStreamEvent(data, undefined)).toEqual(JSON.parse(data));
      }),
    );
  });
});
