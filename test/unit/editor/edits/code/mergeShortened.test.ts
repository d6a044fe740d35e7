/** Answers that show fewer members than the document has, and no change of those that they show. */
import { expect, test } from "vitest";
import { mergeCode } from "../../../../../src/editor/edits/code/mergeCode.ts";

const merge = (languageId: string, document: string, code: string) => {
  const merged = mergeCode(document.split("\n"), code.split("\n"), languageId);
  return merged.type === "merged" ? { lines: merged.lines.join("\n"), shortened: merged.shortened?.join("\n") } : merged.type;
};

const removed: readonly [name: string, languageId: string, document: string, code: string, shortened: string][] = [
  [
    "a property of a type",
    "typescript",
    "interface U {\n  id: string;\n  age: number;\n}\n",
    "interface U {\n  id: string;\n}",
    "interface U {\n  id: string;\n}\n",
  ],
  [
    "a property of an object",
    "javascript",
    "const x = {\n  a: 1,\n  b: 2,\n};\nf(x);\n",
    "const x = {\n  a: 1,\n};",
    "const x = {\n  a: 1,\n};\nf(x);\n",
  ],
  ["a value of an enumeration", "typescript", "enum A {\n  R = 1,\n  G = 2,\n}\n", "enum A {\n  R = 1,\n}", "enum A {\n  R = 1,\n}\n"],
  ["a member of JSON", "json", '{\n  "a": 1,\n  "b": 2\n}\n', '{\n  "a": 1\n}', '{\n  "a": 1\n}\n'],
  ["a key of YAML", "yaml", "a:\n  b: 1\n  c: 2\nd: 3\n", "a:\n  b: 1", "a:\n  b: 1\nd: 3\n"],
  [
    "a property of CSS",
    "css",
    ".x {\n  color: red;\n  top: 0;\n}\n.y {\n  top: 0;\n}\n",
    ".x {\n  color: red;\n}",
    ".x {\n  color: red;\n}\n.y {\n  top: 0;\n}\n",
  ],
  ["a key of TOML", "toml", "[a]\nb = 1\nc = 2\n", "[a]\nb = 1", "[a]\nb = 1\n"],
];

test.each(removed)("%s is kept, and may be removed", (_name, languageId, document, code, shortened) => {
  expect(merge(languageId, document, code)).toEqual({ lines: document, shortened });
});

test.each([
  [
    "a method",
    "typescript",
    "class A {\n  a() {\n    return 1;\n  }\n  b() {\n    return 2;\n  }\n}\n",
    "class A {\n  a() {\n    return 1;\n  }\n}",
  ],
  ["a function", "typescript", "function a() {\n  return 1;\n}\nfunction b() {\n  return 2;\n}\n", "function a() {\n  return 1;\n}"],
  ["what an elision stands for", "typescript", "const x = {\n  a: 1,\n  b: 2,\n};\n", "const x = {\n  a: 1,\n  // ...\n};"],
])("%s is only kept", (_name, languageId, document, code) => {
  expect(merge(languageId, document, code)).toEqual({ lines: document, shortened: undefined });
});

test("nothing may be removed beside a change", () => {
  expect(merge("json", '{\n  "a": 1,\n  "b": 2\n}\n', '{\n  "a": 3\n}')).toEqual({
    lines: '{\n  "a": 3,\n  "b": 2\n}\n',
    shortened: undefined,
  });
});
