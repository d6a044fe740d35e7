/** What a JSON text may contain, and what can be stored. */
import { expect, test } from "vitest";
import { bodyLevels, bodyValues, exceededBound, storable } from "../../../src/service/jsonBounds.ts";
import { fc } from "../../fuzzing.ts";

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const wide = (values: number) => JSON.stringify(Array(values).fill(1));

test.each([
  ["an empty text", "", undefined],
  ["the most levels", nested(bodyLevels), undefined],
  ["a level more", nested(bodyLevels + 1), "levels"],
  ["objects", '{"a":'.repeat(bodyLevels + 1), "levels"],
  [
    "arrays one after the other",
    `[${Array(1_000)
      .fill(nested(bodyLevels - 1))
      .join()}]`,
    "values",
  ],
  ["the most values", wide(bodyValues), undefined],
  ["a value more", wide(bodyValues + 1), "values"],
  ["brackets in a text", JSON.stringify("[{".repeat(1_000_000)), undefined],
  ["commas in a name", JSON.stringify({ [",".repeat(1_000_000)]: 1 }), undefined],
  ["quotation marks and backslashes in a text", JSON.stringify(`${'\\"[,'.repeat(200_000)}\\`), undefined],
  ["a text that does not end", `"\\${"[".repeat(1_000)}`, undefined],
  ["closing brackets only", "]".repeat(1_000), undefined],
  ["brackets after a text", `"\\\\"${"[".repeat(bodyLevels + 1)}`, "levels"],
])("%s exceeds its bound or not", (_, json, bound) => {
  expect(exceededBound(Buffer.from(json))).toBe(bound);
});

test("a long text ends where it does, wherever it has escapes", () => {
  const deep = "[".repeat(bodyLevels + 1);
  const piece = fc.oneof(
    fc.constantFrom('"', "\\", '\\"', '"[', "é"),
    fc.nat({ max: 600 }).map((length) => "a".repeat(length)),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = JSON.stringify(pieces.join(""));
      expect(exceededBound(Buffer.from(`[${text}, ${deep}`))).toBe("levels");
      expect(exceededBound(Buffer.from(JSON.stringify(`${pieces.join("")}${deep}`)))).toBeUndefined();
    }),
  );
});

test("what is nested more deeply than can be stored is cut, and bytes are kept", () => {
  const bytes = new Uint8Array([1, 2]);
  expect(storable({ bytes })).toEqual({ bytes });
  let deep: unknown = bytes;
  for (let level = 0; level < 10_000; level += 1) deep = [deep];
  expect(() => structuredClone(storable(deep))).not.toThrow();
});
