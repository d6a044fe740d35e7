/** An exported name means one thing: whoever searches for it finds one definition. */
import { expect, test } from "vitest";
import { sources } from "./repositoryFiles.ts";

const definition = /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|class|const|let|interface|type|enum) (\w+)/gm;

/** Names that are defined in several files, with the files. */
function findRepeated(files: readonly { name: string; text: string }[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { name, text } of files) {
    for (const [, exported = ""] of text.matchAll(definition)) found.set(exported, [...(found.get(exported) ?? []), name]);
  }
  return new Map([...found].filter(([, defining]) => new Set(defining).size > 1));
}

/** Pages have the same parts, such as `App` and `Host`, and one function for texts each, and components have the names of what they show. */
const mostRepeated = 18;

test("few exported names are defined in several files", () => {
  const repeated = findRepeated(sources.filter(({ name }) => name.startsWith("src/")));
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
  expect([...findRepeated(files).keys()]).toEqual(["One", "two", "three"]);
});
