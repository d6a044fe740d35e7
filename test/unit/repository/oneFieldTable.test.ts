/** A field of requests is a row of three tables, each of which does not compile without it: a fourth table with all of them fails here. */
import { expect, test } from "vitest";
import { addedNames } from "../../../src/contract/addedFields.ts";
import { sources } from "./repositoryFiles.ts";

test("only what a field is, how providers take it and its title are tables with a row for every field", () => {
  const rows = addedNames.map((name) => new RegExp(`^\\s*${name}:`, "m"));
  const tables = sources.filter(({ name, text }) => name.startsWith("src/") && rows.every((row) => row.test(text)));
  expect(tables.map(({ name }) => name).toSorted()).toEqual([
    "src/contract/addedFields.ts",
    "src/editor/showing/fieldTitle.ts",
    "src/providers/dialects/addedFields.ts",
  ]);
});
