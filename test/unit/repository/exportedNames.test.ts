/** An exported name means one thing: whoever searches for it finds one definition. */
import { expect, test } from "vitest";
import { findRepeatedNames } from "../../../scripts/testing/sourceStructure.ts";
import { sources } from "./repositoryFiles.ts";

/** Pages have the same parts, such as `App` and `Host`, and one function for texts each, and components have the names of what they show. */
const mostRepeated = 18;

test("few exported names are defined in several files", () => {
  const repeated = findRepeatedNames(sources.filter(({ name }) => name.startsWith("src/")));
  const described = [...repeated].map(([name, files]) => `${name}: ${files.join(", ")}`);
  expect(described.length, described.join("\n")).toBeLessThanOrEqual(mostRepeated);
});

test("types, functions, classes and values count, and two forms of one function do not", () => {
  const files = [
    {
      name: "a.ts",
      text: "export interface One {}\nexport async function two() {}\nexport const three = 3;\nexport function four(): void;\n",
    },
    { name: "b.ts", text: "export type One = 1;\nexport class two {}\nexport abstract class three {}\nexport const fourth = 4;\n" },
    { name: "c.ts", text: "export function four5(): void;\nexport function four5(): void {}\nconst one = 1;\n" },
  ];
  expect([...findRepeatedNames(files).keys()]).toEqual(["One", "two", "three"]);
});
