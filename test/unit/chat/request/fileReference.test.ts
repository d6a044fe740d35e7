/** Links and inline code of an answer that refer to a file, and the position in it. */
import { describe, expect, test } from "vitest";
import { fileOfCode, fileOfLink, filesInText, readFileReference } from "../../../../src/chat/request/fileReference.ts";

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

/** Source: the tests of the links in VS Code's terminal, without those after plain text. */
describe("a position of a terminal's link is read", () => {
  const lines = [":339", "#339", ", line 339", ":line 339", ": line 339", " on line 339", " line 339", "(339)", " (339)", ": (339)"];
  const columns = [
    ...[":339:12", ":339:12-789", ":339.12", ":339.12-789", ":339.12-341.789", "#339:12", "#339:12-789", "#339.12", "#339.12-341.789"],
    ...[" 339:12", " 339:12-789", " 339.12", " 339.12-341.789", "\u00a0339:12"],
    ...[", line 339, col 12", ", line 339, column 12", ":line 339, col 12", ": line 339, column 12", " on line 339, col 12"],
    ...[" line 339 column 12", "(339,12)", "(339, 12)", " (339,12)", " (339,\u00a012)", ": (339, 12)"],
    ...["[339,12]", "[339, 12]", " [339,12]", ": [339, 12]"],
  ];
  const quoted = [",339:12", ",339.12", ", line 339, character 12", ", line 339, characters 12-789", ", lines 339-341, characters 12-789"];
  const paths = ["src/a.ts", "C:\\a\\b.ts", "my dir/two words.ts", "app/(group)/[id].tsx", "src/über.ts", "/w/a.ts", "file:///w/a.ts"];

  test.for(paths)("after %s, which is a file", (path) => {
    for (const position of [...lines, "[339]"]) expect(readFileReference(path + position), position).toEqual({ path, line: 339 });
    for (const position of columns) expect(readFileReference(path + position), position).toEqual({ path, line: 339, column: 12 });
    for (const position of [...columns, ...lines]) expect(fileOfCode(path + position)).toBe(path + position);
    for (const mark of ['"', "'"]) {
      const text = `${mark}${path}${mark}`;
      for (const position of [...columns, ...quoted]) expect(readFileReference(text + position)).toEqual({ path, line: 339, column: 12 });
      expect(readFileReference(`${text},339`)).toEqual({ path, line: 339 });
      expect(readFileReference(text)).toEqual({ path });
    }
  });
});

test.for([
  ["src/a.ts(12,3): error TS2322: Type 'string' is not", "src/a.ts", 12, 3],
  ["src/a.ts:12:3: error: expected ';'", "src/a.ts", 12, 3],
  ["src/a.ts:12:const x = 1;", "src/a.ts", 12, undefined],
  ["at f (src/a.ts:12:3)", "src/a.ts", 12, 3],
  ["at async Object.<anonymous> (/w/src/a.ts:12:3)", "/w/src/a.ts", 12, 3],
  ["at f (file:///w/src/a.ts:12:3)", "file:///w/src/a.ts", 12, 3],
  ["at f (C:\\w\\a.ts:12:3)", "C:\\w\\a.ts", 12, 3],
  ["at f (app/(group)/page.tsx:12:3)", "app/(group)/page.tsx", 12, 3],
  ["at file:///w/src/a.ts:12:3", "file:///w/src/a.ts", 12, 3],
  ["at com.example.Foo.bar(Foo.java:12)", "Foo.java", 12, undefined],
  ["at A.B(String s) in C:\\a\\b.cs:line 12", "C:\\a\\b.cs", 12, undefined],
  ['File "src/a.py", line 12, in f', "src/a.py", 12, undefined],
  ["--> src/main.rs:12:3", "src/main.rs", 12, 3],
  ["a.rb:12:in 'f'", "a.rb", 12, undefined],
  ["/w/a.php on line 12", "/w/a.php", 12, undefined],
  ["src/a.ts#L12-L20", "src/a.ts", 12, undefined],
  ["src/a.ts:L12-L20", "src/a.ts", 12, undefined],
  ["src/a.ts lines 12–20", "src/a.ts", 12, undefined],
  ["src/a.ts (lines 12 to 20)", "src/a.ts", 12, undefined],
  ["C#/a.cs:12", "C#/a.cs", 12, undefined],
  ["file:///C:/a/b%20c.ts#L12", "file:///C:/a/b%20c.ts", 12, undefined],
  ["tests/test_a.py::test_b", "tests/test_a.py", undefined, undefined],
  ["docs/my notes (1).md", "docs/my notes (1).md", undefined, undefined],
] as const)("%s is written by a program, or by a model", ([text, path, line, column]) => {
  expect(readFileReference(text)).toEqual({ path, ...(line && { line }), ...(column && { column }) });
  expect(fileOfCode(text)).toBe(text);
});

test.for([
  ["See src/a.ts:12:3, and (src/b.ts).", ["src/a.ts:12:3", "src/b.ts"]],
  ['It fails in "src/a.py", line 12, in f', ["src/a.py:12"]],
  ["    at f (src/a.ts:12:3)", ["src/a.ts:12:3"]],
  ["src/a.ts(12,3).", ["src/a.ts(12,3)"]],
  ["Open C:\\a\\b.ts:12!", ["C:\\a\\b.ts:12"]],
  ["src/a.ts line 12, src/b.ts (lines 3-4), src/c.ts#L5-L6", ["src/a.ts:12", "src/b.ts:3", "src/c.ts#L5-L6"]],
  ["file:///w/a.ts:3; [src/a.ts:1]", ["file:///w/a.ts:3", "src/a.ts:1"]],
  ["请看「src/über.ts:3」，app/页面.tsx。", ["src/über.ts:3", "app/页面.tsx"]],
  ["a fact (src/a.ts⁅1⁆).", ["src/a.ts"]],
  ["'src/my file.ts' and \"docs/my notes (1).md:3\", it's 'not one'", ["src/my file.ts", "docs/my notes (1).md:3"]],
  ["src/a.ts's name, →src/b.ts… src/c.ts—which src/d.ts|src/e.ts;src/f.ts", ["a", "b", "c", "d", "e", "f"].map((name) => `src/${name}.ts`)],
  ["src/a.ts:12和 src/b.ts文件 src/c.ts#L3를 src/d.ts(3,4)です", ["src/a.ts:12", "src/b.ts", "src/c.ts#L3", "src/d.ts(3,4)"]],
  ["请修改src/a.ts文件，在app/b.tsx中添加，和lib/c.rs:12的代码", ["src/a.ts", "app/b.tsx", "lib/c.rs:12"]],
  ["ファイルsrc/a.tsを開き、src/b.ts:3の行と「src/c.ts」", ["src/a.ts", "src/b.ts:3", "src/c.ts"]],
  ["src/a.ts에서 수정, see src/b.ts的第3行", ["src/a.ts", "src/b.ts"]],
  ["页面v2/a.tsx", ["页面v2/a.tsx"]],
  ["src/a.ts:12–15 and src/b.ts:3—4", ["src/a.ts:12–15", "src/b.ts:3—4"]],
  ["https://a.example/b.ts:12 and npm test, 1.5 or //server/a.ts", []],
  [`a/${"b".repeat(600)}.ts`, []],
] as const)("the text %s names files", ([text, references]) => {
  expect(filesInText(text).map(({ reference }) => reference)).toEqual(references);
  for (const { start, end, reference } of filesInText(text)) expect(text.slice(start, end)).toContain(readFileReference(reference).path);
});

test.for([
  ["src/add.ts#L2", "src/add.ts#L2"],
  ["src/add.ts?plain=1#L2", "src/add.ts#L2"],
  ["C:%5Ca%5Cb.ts:12", "C:\\a\\b.ts:12"],
  ["src/a.ts(12,3)", "src/a.ts(12,3)"],
  ["file:///C:/a/b.ts:12:3", "file:///C:/a/b.ts:12:3"],
  ["./my%20notes.md", "./my notes.md"],
  ["add.ts:12:3", "add.ts:12:3"],
  ["file:///w/a.ts", "file:///w/a.ts"],
  ["vscode://file/w/my%20a.ts:3:4", "/w/my a.ts:3:4"],
  ["vscode://file/C:/w/a.ts", "C:/w/a.ts"],
  ["vscode-insiders://file/w/a.ts", "/w/a.ts"],
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
  "vscode://file//server/share/a.ts",
  "vscode://file/\\server\\share",
  "vscode://file.example/a.ts",
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
  ...[
    "src/add.ts",
    "src/add.ts:12:3",
    "package.json",
    ".gitignore",
    "Makefile",
    "Gemfile",
    "ci/Jenkinsfile",
    "Containerfile",
    "src/[id]/page.tsx",
  ],
  ...["src/über.ts", "app/页面.tsx", "src/re\u0301sume\u0301.md", "src/データ.json:3", "мой/файл.py"],
  ...["src\\app\\main.ts", ".\\main.ts", "C:\\work\\main.ts", "..\\a.ts(1,2)"],
  ...["my file.ts", "docs/my notes (1).md", "two words.ts", "src/a.ts(12,3)"],
  ...["src/😀.ts", "src/👩\u200D💻.ts:3", "src/50%.ts", "app/(group)/[[...slug]]/@modal/page.tsx:3", "C:\\Program Files (x86)\\a.ts"],
])("the code %s may be a file", (code) => {
  expect(fileOfCode(code)).toBe(code);
});

test.for([
  ["src/my%20file.ts", "src/my file.ts"],
  ["./icon.svg?raw", "./icon.svg"],
  ["app/%5Bid%5D/page.tsx:3", "app/[id]/page.tsx:3"],
  ["file:///w/my%20file.ts", "file:///w/my%20file.ts"],
] as const)("the code %s may be the file %s", ([code, reference]) => {
  expect(fileOfCode(code)).toBe(reference);
});

test.for([
  "npm test",
  "value?.name",
  "%2F%2Fserver/share.ts",
  "https://example.com/a%20b.ts?raw",
  "a + b",
  "value",
  "https://example.com/a.ts",
  "command:x.y",
  "..",
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
