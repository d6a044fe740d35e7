/** How providers announce the end of a model. Each entry has the fields that the provider's documentation or its answers show. */
import { expect, test } from "vitest";
import { isRetired, readRetirement } from "../../../src/contract/retirement.ts";

const seconds = (date: string) => Date.parse(date) / 1000;

test.each<[string, Record<string, unknown>, unknown]>([
  ["OpenRouter", { expiration_date: "2026-11-08" }, { at: seconds("2026-11-08T00:00:00Z") }],
  ["OpenRouter, no end", { expiration_date: null }, undefined],
  [
    "Mistral",
    { deprecation: "2026-08-31T12:00:00Z", deprecation_replacement_model: "mistral-medium-3-5" },
    { at: seconds("2026-08-31T12:00:00Z"), replacement: "mistral-medium-3-5" },
  ],
  ["Mistral, no end", { deprecation: null, deprecation_replacement_model: null }, undefined],
  ["DeepInfra", { deprecated: 1_751_068_800, replaced_by: "org/new" }, { at: 1_751_068_800, replacement: "org/new" }],
  ["DeepInfra, no end", { deprecated: null, replaced_by: null }, undefined],
  ["Azure", { lifecycle_status: "generally-available", deprecation: { fine_tune: 1, inference: 1_709_284_527 } }, { at: 1_709_284_527 }],
  ["Azure, without a date", { lifecycle_status: "deprecated", deprecation: {} }, {}],
  ["Cohere", { is_deprecated: true }, {}],
  ["Cohere, no end", { is_deprecated: false }, undefined],
  ["LiteLLM", { deprecation_date: "2025-09-30" }, { at: seconds("2025-09-30T00:00:00Z") }],
  ["this service", { retirement: { at: 1_900_000_000, replacement: "local/b" } }, { at: 1_900_000_000, replacement: "local/b" }],
  ["this service, without a date", { retirement: {} }, {}],
  ["milliseconds", { deprecated: 1_751_068_800_000 }, { at: 1_751_068_800 }],
  ["texts that JavaScript reads as dates", { deprecation: "version 2", expiration_date: "soon" }, undefined],
  ["dates that do not exist", { deprecation_date: "2026-99-99", deprecated: 9e15 }, undefined],
  ["other types", { retirement: "x", deprecation: [], replaced_by: {}, deprecated: false }, undefined],
  ["a replacement that is a sentence", { is_deprecated: true, replaced_by: "Use `b`\nnow" }, {}],
  ["a replacement of a model that stays", { replaced_by: "b" }, undefined],
])("%s", (_, entry, expected) => expect(readRetirement({ id: "a", ...entry })).toEqual(expected));

test("a model has ended if its date has passed", () => {
  expect([{ at: 1 }, { at: seconds("2999-01-31") }, {}].map(isRetired)).toEqual([true, false, false]);
});
