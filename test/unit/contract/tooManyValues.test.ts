/** Small values need many times the memory of their text. */
import { describe, expect, test } from "vitest";
import { eventValues, hasTooManyValues } from "../../../src/contract/parseJson.ts";

const many = eventValues + 1;
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
  ["as many values as are read", list("1", eventValues - 1)],
];

describe("JSON of an event", () => {
  test.each(tooMany)("is not read if it has too many values: %s", (_, json) => {
    expect(hasTooManyValues(json)).toBe(true);
  });

  test.each(fewer)("is read with long texts: %s", (_, json) => {
    expect(hasTooManyValues(json)).toBe(false);
  });
});
