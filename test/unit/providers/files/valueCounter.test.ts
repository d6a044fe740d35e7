/** Small values need many times the memory of their text. */
import { describe, expect, test } from "vitest";
import { requireFewValues, uncountedLength, ValueCounter } from "../../../../src/providers/files/valueCounter.ts";

const most = uncountedLength / 2;
const many = most + 1;
const list = (value: string, count: number) => `[${`${value},`.repeat(count - 1)}${value}]`;
const tooMany: readonly [string, string][] = [
  ["empty objects", list("{}", many)],
  ["empty lists", list("[]", many)],
  ["numbers", list("1", many)],
  ["empty texts", list('""', many)],
  ["texts that end with backslashes", list('"\\\\"', many)],
  ["members", `{${list('"a":1', many).slice(1, -1)}}`],
  ["one by one", "{}".repeat(many)],
];
const text = `${"[1,2],{".repeat(200_000)}`;
const fewer: readonly [string, string][] = [
  ["a text with commas and brackets", JSON.stringify({ text })],
  ["JSON in a text", JSON.stringify({ text: JSON.stringify({ text: JSON.stringify(Array.from({ length: 200_000 }, () => "")) }) })],
  ["a text of backslashes", JSON.stringify({ text: "\\".repeat(1_000_000) })],
  ["base64", JSON.stringify({ b64_json: "A".repeat(1_000_000) })],
  ["as many values as are read", list("1", most - 1)],
];

function addInPieces(json: string, length: number): void {
  const counter = new ValueCounter();
  const bytes = Buffer.from(json);
  for (let at = 0; at < bytes.length; at += length) counter.add(bytes.subarray(at, at + length));
}

/** Lengths of pieces, which end between a backslash and the character that it escapes, too. */
const lengths = [7, 4093];

describe("JSON of an event", () => {
  test.each(tooMany)("is not read if it has too many values: %s", (_, json) => {
    expect(() => requireFewValues(json)).toThrow("more than 400000 values");
    for (const length of lengths) expect(() => addInPieces(json, length)).toThrow("more than 400000 values");
  });

  test.each(fewer)("is read with long texts: %s", (_, json) => {
    expect(() => requireFewValues(json)).not.toThrow();
    for (const length of lengths) expect(() => addInPieces(json, length)).not.toThrow();
  });
});
