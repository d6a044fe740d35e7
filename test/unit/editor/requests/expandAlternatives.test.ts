/** Expands alternatives in braces. */
import { expect, test } from "vitest";
import { expandAlternatives } from "../../../../src/editor/requests/expandAlternatives.ts";

test("each alternative produces a text, and several groups produce all combinations", () => {
  expect(expandAlternatives("A fox at {dawn|dusk}", 9)).toEqual(["A fox at dawn", "A fox at dusk"]);
  expect(expandAlternatives("{A|The} fox{, red|}", 9)).toEqual(["A fox, red", "A fox", "The fox, red", "The fox"]);
  expect(expandAlternatives("at {{early |late }dawn|night}", 9)).toEqual(["at early dawn", "at night", "at late dawn"]);
});

test("braces without alternatives are text, and equal texts are returned once", () => {
  expect(expandAlternatives('{"style": "ink"} {x} | {', 9)).toEqual(['{"style": "ink"} {x} | {']);
  expect(expandAlternatives("{a|a}", 9)).toEqual(["a"]);
});

test("there are no more texts than requested", () => {
  expect(expandAlternatives("{a|b|c|d}".repeat(10), 5)).toHaveLength(5);
});
