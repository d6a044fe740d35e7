/** Links and inline code of an answer that refer to a file, and the position in it. */
import { expect, test } from "vitest";
import { fileOfCode, fileOfLink, readFileReference } from "../../../src/chat/fileReference.ts";

test.for([
  ["src/add.ts", { path: "src/add.ts" }],
  ["src/add.ts:12", { path: "src/add.ts", line: 12 }],
  ["src/add.ts:12:3", { path: "src/add.ts", line: 12, column: 3 }],
  ["src/add.ts:12-20", { path: "src/add.ts", line: 12 }],
  ["src/add.ts#L2", { path: "src/add.ts", line: 2 }],
  ["src/add.ts#L2C5", { path: "src/add.ts", line: 2, column: 5 }],
  ["src/add.ts#L2-L9", { path: "src/add.ts", line: 2 }],
  ["src/a.ts(12,3)", { path: "src/a.ts", line: 12, column: 3 }],
  ["src/a.ts(12)", { path: "src/a.ts", line: 12 }],
  ["app/(group)/page.tsx(4, 2)", { path: "app/(group)/page.tsx", line: 4, column: 2 }],
  ["src\\app\\main.ts:7", { path: "src\\app\\main.ts", line: 7 }],
  ["README.md#usage", { path: "README.md" }],
  ["file:///w/src/add.ts:7", { path: "file:///w/src/add.ts", line: 7 }],
] as const)("%s refers to a file and a position", ([text, reference]) => {
  expect(readFileReference(text)).toEqual(reference);
});

test.for([
  ["src/add.ts#L2", "src/add.ts#L2"],
  ["./my%20notes.md", "./my notes.md"],
  ["add.ts:12:3", "add.ts:12:3"],
  ["file:///w/a.ts", "file:///w/a.ts"],
  ["/src/add.ts", "/src/add.ts"],
  ["%E0%A4%A.md", "%E0%A4%A.md"],
] as const)("the link %s refers to a file", ([address, file]) => {
  expect(fileOfLink(address)).toBe(file);
});

test.for([
  "https://example.com/a.ts",
  "mailto:a@b.example",
  "command:workbench.action.quit",
  "javascript:alert(1)",
  "vscode://x/y",
  "data:text/plain,a",
  "file://server/share/a.ts",
  "file:////server/share/a.ts",
  "//server/share/a.ts",
  "\\\\server\\share",
  "%2F%2Fserver/a.ts",
  "#heading",
  "?query",
  "",
  `a/${"b".repeat(600)}.ts`,
])("the link %s refers to no file", (address) => {
  expect(fileOfLink(address)).toBeUndefined();
});

test.for([
  ...["src/add.ts", "src/add.ts:12:3", "package.json", ".gitignore", "Makefile", "src/[id]/page.tsx"],
  ...["src/über.ts", "app/页面.tsx", "src/re\u0301sume\u0301.md", "src/データ.json:3", "мой/файл.py"],
  ...["src\\app\\main.ts", ".\\main.ts", "C:\\work\\main.ts", "..\\a.ts(1,2)"],
  ...["my file.ts", "docs/my notes (1).md", "two words.ts", "src/a.ts(12,3)"],
])("the code %s may be a file", (code) => {
  expect(fileOfCode(code)).toBe(code);
});

test.for([
  "npm test",
  "a + b",
  "value",
  "https://example.com/a.ts",
  "command:x.y",
  "./",
  "",
  " a.ts",
  "a.ts ",
  "see a.ts: it",
  "a /b.ts",
  "x = y;",
  "\\\\server\\share.ts",
  "1.5",
  "e.g.",
])("the code %s is no file", (code) => {
  expect(fileOfCode(code)).toBeUndefined();
});
