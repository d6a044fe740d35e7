/** Which passages of files fit the words of a question. */
import { expect, test } from "vitest";
import { rankPassages } from "../../../../../../src/editor/chat/context/workspaceSearch/rankPassages.ts";

const filler = (count: number) => Array.from({ length: count }, (_, index) => `filler ${index}`);
const found = (...args: Parameters<typeof rankPassages>) =>
  rankPassages(...args).map(({ path, first, last }) => `${path}:${first}-${last}`);

test("finds the passage with the words, and says that a short file is whole", () => {
  const long = [...filler(100), "the lamp burns oil", ...filler(50)].join("\n");
  const passages = rankPassages(
    [
      { path: "src/lamp.ts", text: "const lamp = 'oil';\n" },
      { path: "docs/history.md", text: long },
      { path: "src/other.ts", text: "nothing" },
    ],
    ["lamp", "oil"],
  );
  expect(passages.map(({ path, first, last, isWholeFile }) => [path, first, last, isWholeFile])).toEqual([
    ["docs/history.md", 80, 119, false],
    ["src/lamp.ts", 0, 1, true],
  ]);
  expect(passages[0]?.text.split("\n")).toContain("the lamp burns oil");
});

test("finds a file by its path, and a symbol by its line", () => {
  const text = filler(90).join("\n");
  expect(found([{ path: "src/beacon/index.ts", text }], ["beacon"])).toEqual(["src/beacon/index.ts:0-39"]);
  expect(found([{ path: "src/a.ts", text, symbolLines: [85] }], ["flash"])).toEqual(["src/a.ts:80-89"]);
});

test("prefers rare words to frequent ones", () => {
  const files = Array.from({ length: 30 }, (_, index) => ({ path: `src/${index}.ts`, text: "import import import" }));
  const [best] = rankPassages([...files, { path: "src/rare.ts", text: `fresnel\n${filler(3)}` }], ["import", "fresnel"]).filter(
    ({ text }) => text.includes("fresnel"),
  );
  expect(best?.path).toBe("src/rare.ts");
});

test("joins neighbouring passages", () => {
  const text = Array.from({ length: 80 }, () => "lamp").join("\n");
  expect(found([{ path: "a.ts", text }], ["lamp"])).toEqual(["a.ts:0-79"]);
});

test("finds at most ten passages with 24,000 characters together", () => {
  const many = Array.from({ length: 200 }, (_, index) => ({ path: `${index}.ts`, text: `lamp ${index}` }));
  expect(found(many, ["lamp"])).toHaveLength(10);
  const large = Array.from({ length: 20 }, (_, index) => ({ path: `${index}.ts`, text: `lamp${"x".repeat(10_000)}` }));
  expect(rankPassages(large, ["lamp"]).reduce((length, { text }) => length + text.length, 0)).toBeLessThanOrEqual(24_000);
  expect(found(large, ["lamp"])).toHaveLength(2);
});

test("finds nothing without a word that occurs", () => {
  expect(found([{ path: "a.ts", text: "one" }], ["lamp"])).toEqual([]);
});
