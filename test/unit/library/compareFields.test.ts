/** The differences between results. */
import { expect, test } from "vitest";
import { compareFields } from "../../../src/library/compareFields.ts";

test("each field has a value of every result, and whether they differ", () => {
  const fields = compareFields([
    [
      ["Model", "painter"],
      ["size", "1k"],
    ],
    [
      ["Model", "painter"],
      ["size", "2k"],
    ],
  ]);
  expect(fields).toEqual([
    { name: "Model", values: ["painter", "painter"], differs: false },
    { name: "size", values: ["1k", "2k"], differs: true },
  ]);
});

test("a field that only some results have differs, and keeps its position", () => {
  const names = (fields: readonly { name: string }[]) => fields.map(({ name }) => name);
  const fields = compareFields([
    [
      ["Model", "a"],
      ["Cost", "1"],
    ],
    [
      ["Model", "a"],
      ["seed", "7"],
      ["Cost", "1"],
    ],
    [["first", "x"]],
  ]);
  expect(names(fields)).toEqual(["first", "Model", "seed", "Cost"]);
  expect(fields.find(({ name }) => name === "seed")).toEqual({ name: "seed", values: [undefined, "7", undefined], differs: true });
});

test("one result has no differences, and an empty list has no fields", () => {
  expect(compareFields([[["Model", "a"]]])).toEqual([{ name: "Model", values: ["a"], differs: false }]);
  expect(compareFields([])).toEqual([]);
});
