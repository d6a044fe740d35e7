/** Patches in answers, and the documents they are applied to. */
import { createTwoFilesPatch } from "diff";
import { describe, expect, test } from "vitest";
import { mergePatch } from "../../../../../src/editor/edits/code/mergeBlock.ts";
import { readPatch } from "../../../../../src/editor/edits/code/readPatch.ts";

const source =
  "import os\n\n\ndef load(path):\n    data = read(path)\n    return data\n\n\ndef save(path):\n    data = read(path)\n    return True\n";
const loaded = source.replace("read(path)", "read(path, 'r')");

function patched(code: string, language = "diff", document = source): string | readonly number[] {
  const [file] = readPatch(code, language) ?? [];
  if (file === undefined) throw new Error("no patch");
  const result = mergePatch(document.split("\n"), file);
  if (result.type === "merged") return result.lines.join("\n");
  return result.type === "rejected" ? result.hunks : [];
}

const [searched, replacement] = ["    data = read(path)\n    return data\n", "    data = read(path, 'r')\n    return data\n"];
/** Sources: the prompts of Aider, Cline and Roo Code. */
const replacementForms: [name: string, code: string][] = [
  ["of Cline", `------- SEARCH\n${searched}=======\n${replacement}+++++++ REPLACE\n`],
  ["of Roo Code", `<<<<<<< SEARCH\n:start_line:5\n-------\n${searched}=======\n${replacement}>>>>>>> REPLACE\n`],
  ["of Roo Code with an end", `<<<<<<< SEARCH\n:start_line:5\n:end_line:6\n-------\n${searched}=======\n${replacement}>>>>>>> REPLACE\n`],
  ["without words", `<<<<<<<\n${searched}=======\n${replacement}>>>>>>>\n`],
  ["with the file after the mark", `<<<<<<< SEARCH app.py\n${searched}=======\n${replacement}>>>>>>> REPLACE app.py\n`],
  ["with an angle bracket after the end", `<<<<<<< SEARCH >\n${searched}=======\n${replacement}>>>>>>> REPLACE >\n`],
  ["without an end", `<<<<<<< SEARCH\n${searched}=======\n${replacement}`],
  ["with indented marks", `  <<<<<<< SEARCH\n${searched}  =======\n${replacement}  >>>>>>> REPLACE\n`],
  ["with blank lines around the text", `<<<<<<< SEARCH\n\n${searched}\n=======\n\n${replacement}\n>>>>>>> REPLACE\n`],
  [
    "with dots for lines that stay",
    "<<<<<<< SEARCH\ndef load(path):\n    data = read(path)\n...\n=======\ndef load(path):\n    data = read(path, 'r')\n...\n>>>>>>> REPLACE\n",
  ],
  ["whose middle mark is written again before the end", `<<<<<<< SEARCH\n${searched}=======\n${replacement}=======\n>>>>>>> REPLACE\n`],
  ["in a fence", `app.py\n\`\`\`python\n<<<<<<< SEARCH\n${searched}=======\n${replacement}>>>>>>> REPLACE\n\`\`\`\n`],
];

const numbers = "one\ntwo\nthree\nfour\nfive\n";
const changes = (...pairs: [from: string, to: string][]) => pairs.reduce((text, [from, to]) => text.replace(from, to), numbers);

describe("a patch is applied, however its author counted and ended lines", () => {
  test.each([
    [
      "with other line endings",
      "--- a/x\r\n+++ b/x\r\n@@ -1,3 +1,3 @@\r\n one\r\n-two\r\n+TWO\r\n three\r\n",
      numbers,
      changes(["two", "TWO"]),
    ],
    ["with a line and counts that are wrong", "@@ -100,9 +200,1 @@\n three\n-four\n+FOUR\n", numbers, changes(["four", "FOUR"])],
    [
      "whose hunks are in another order",
      "@@ -4 +4 @@\n-four\n+FOUR\n@@ -2 +2 @@\n-two\n+TWO\n",
      numbers,
      changes(["two", "TWO"], ["four", "FOUR"]),
    ],
    [
      "to a text without a last line break",
      "@@ -5 +5 @@\n-five\n\\ No newline at end of file\n+FIVE\n\\ No newline at end of file\n",
      numbers.trimEnd(),
      changes(["five", "FIVE"]).trimEnd(),
    ],
    [
      "that removes the last line break",
      "@@ -5 +5 @@\n-five\n+FIVE\n\\ No newline at end of file\n",
      numbers,
      changes(["five", "FIVE"]).trimEnd(),
    ],
    ["with a tab for four spaces", "@@\n-\tb\n+\tc\n", "a\n    b\nd\n", "a\n    c\nd\n"],
    ["with four spaces for a tab", "@@\n-    b\n+    c\n", "a\n\tb\nd\n", "a\n\tc\nd\n"],
    ["with a blank line that is not there", "@@ -1,5 +1,5 @@\n one\n-two\n+TWO\n\n three\n", numbers, changes(["two", "TWO"])],
    ["with spaces at the end of a removed line", "@@ -1,3 +1,2 @@\n one\n-two  \n three\n", numbers, changes(["two\n", ""])],
    ["with dots for lines that stay", "@@ -1,5 +1,4 @@\n one\n-two\n-three\n+2\n ...\n five\n", numbers, changes(["two\nthree", "2"])],
    ["to a text with a byte order mark", "@@ -1,2 +1,3 @@\n one\n+added\n two\n", "\ufeffone\ntwo\n", "\ufeffone\nadded\ntwo\n"],
    ["that deletes what it searches", "<<<<<<< SEARCH\ntwo\n=======\n>>>>>>> REPLACE\n", numbers, changes(["two\n", ""])],
  ])("%s", (_, code, document, expected) => expect(patched(code, "diff", document)).toBe(expected));

  test("unless it searches nothing in a text that is not empty", () => {
    expect(patched("<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n", "diff", numbers)).toEqual([1]);
  });
});

describe("a patch is applied", () => {
  test.each([
    ["of another program", createTwoFilesPatch("a/app.py", "b/app.py", source, loaded)],
    [
      "with wrong line numbers",
      "@@ -40,9 +41,2 @@\n def load(path):\n-    data = read(path)\n+    data = read(path, 'r')\n     return data\n",
    ],
    ["without line numbers", "@@\n def load(path):\n-    data = read(path)\n+    data = read(path, 'r')\n     return data\n"],
    ["without a header", " def load(path):\n-    data = read(path)\n+    data = read(path, 'r')\n     return data\n"],
    ["that names the function", "@@ def load(path):\n-    data = read(path)\n+    data = read(path, 'r')\n"],
    [
      "with context that has changed",
      "@@ -4,4 +4,4 @@\n def load(name):\n-    data = read(path)\n+    data = read(path, 'r')\n     return data\n",
    ],
    [
      "without indentation",
      "@@\n def load(path):\n-data = read(path)\n+data = read(path, 'r')\n return data\n".replaceAll("\n data", "\ndata"),
    ],
    [
      "whose blank context lines lost their space",
      "@@ -2,5 +2,5 @@\n\n\n def load(path):\n-    data = read(path)\n+    data = read(path, 'r')\n",
    ],
    [
      "of git",
      "diff --git a/app.py b/app.py\nindex 12ab..34cd 100644\n--- a/app.py\n+++ b/app.py\n@@ -4,2 +4,2 @@ import os\n def load(path):\n-    data = read(path)\n+    data = read(path, 'r')\n",
    ],
    [
      "of an OpenAI model",
      "*** Begin Patch\n*** Update File: app.py\n@@ def load(path):\n-    data = read(path)\n+    data = read(path, 'r')\n     return data\n*** End Patch\n",
    ],
    [
      "as a block to search and replace",
      "app.py\n<<<<<<< SEARCH\ndef load(path):\n    data = read(path)\n=======\ndef load(path):\n    data = read(path, 'r')\n>>>>>>> REPLACE\n",
    ],
    [
      "whose counts are wrong, with a mark of no line break and the line endings of Windows",
      "--- a/app.py\r\n+++ b/app.py\r\n@@ -4,99 +4,1 @@\r\n def load(path):\r\n-    data = read(path)\r\n+    data = read(path, 'r')\r\n\\ No newline at end of file\r\n",
    ],
    [
      "that is indented as a whole",
      "   --- a/app.py\n   +++ b/app.py\n   @@ -4,2 +4,2 @@\n    def load(path):\n   -    data = read(path)\n   +    data = read(path, 'r')\n",
    ],
    [
      "of a merge, against its first parent",
      "diff --cc app.py\nindex 9a64839,ef1366e..69af845\n--- a/app.py\n+++ b/app.py\n@@@ -3,5 -3,5 +3,5 @@@ import o\n  \n  def load(path):\n-     data = read(path)\n -    data = rd(path)\n++    data = read(path, 'r')\n      return data\n",
    ],
    [
      "of a mail of git",
      "From 2e6e82364bb72866b6085931e194f3a9a87c8772 Mon Sep 17 00:00:00 2001\nFrom: A <a@b.c>\nSubject: [PATCH] r\n\n- a list\n---\n app.py | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n\ndiff --git a/app.py b/app.py\nindex 1..2 100644\n--- a/app.py\n+++ b/app.py\n@@ -4,3 +4,3 @@\n def load(path):\n-    data = read(path)\n+    data = read(path, 'r')\n     return data\n-- \n2.39.5\n",
    ],
    ["with dots for its line numbers", "@@ ... @@\n def load(path):\n-    data = read(path)\n+    data = read(path, 'r')\n"],
    ...replacementForms.map(([name, code]): [string, string] => [`as a block to search and replace ${name}`, code]),
    [
      "as such a block with other markers",
      "<<<<<< ORIGINAL\ndef load(path):\n    data = read(path)\n======\ndef load(path):\n    data = read(path, 'r')\n>>>>>> UPDATED\n",
    ],
  ])("%s", (_, code) => {
    expect(patched(code)).toBe(loaded);
  });

  test("several hunks in order", () => {
    const both = loaded.replace("return True", "return False");
    expect(
      patched("@@\n-    data = read(path)\n+    data = read(path, 'r')\n     return data\n@@\n-    return True\n+    return False\n"),
    ).toBe(both);
  });

  test("with the document's indentation", () => {
    const tabs = "class A {\n\tadd(x) {\n\t\treturn x;\n\t}\n}\n";
    expect(patched("@@\n add(x) {\n-  return x;\n+  if (x) {\n+    return 1;\n+  }\n }\n", "diff", tabs)).toBe(
      "class A {\n\tadd(x) {\n\t\tif (x) {\n\t\t\treturn 1;\n\t\t}\n\t}\n}\n",
    );
  });

  test.each([
    ["to an empty document", "", "@@ -0,0 +1,2 @@\n+a = 1\n+b = 2\n", "a = 1\nb = 2\n"],
    ["to an empty document, without a line break at its end", "", "@@ -0,0 +1 @@\n+a = 1\n\\ No newline at end of file\n", "a = 1"],
    ["that adds a line break at the end", "a\nb", "@@ -2 +2 @@\n-b\n\\ No newline at end of file\n+b\n", "a\nb\n"],
    ["that removes the line break at the end", "a\nb\n", "@@ -2 +2 @@\n-b\n+b\n\\ No newline at end of file\n", "a\nb"],
    [
      "that keeps the end without a line break",
      "a\nb",
      "@@ -2 +2 @@\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n",
      "a\nc",
    ],
    ["with the mark of another language", "a\nb", "@@ -2 +2 @@\n-b\n\\ Kein Zeilenumbruch am Dateiende.\n+b\n", "a\nb\n"],
    [
      "as a block to search and replace with an underlined heading",
      "A\n=====\n\nx\n",
      "<<<<<<< SEARCH\nA\n=====\n\nx\n=======\nA\n=====\n\ny\n>>>>>>> REPLACE\n",
      "A\n=====\n\ny\n",
    ],
    ["that changes comments of SQL", "-- a\nselect 1;\n", "@@ -1,2 +1,2 @@\n--- a\n+-- b\n select 1;\n", "-- b\nselect 1;\n"],
    ["that changes lines like headers", "-- a\nselect 1;\n", "@@ -1,2 +1,2 @@\n--- a\n+++ b\n select 1;\n", "++ b\nselect 1;\n"],
  ])("%s", (_, document, code, expected) => {
    expect(patched(code, "diff", document)).toBe(expected);
  });
});

test.each([
  ["lines that are not there", "@@ -1,2 +1,2 @@\n-import sys\n+import re\n", [1]],
  ["lines that are there twice", "-    data = read(path)\n+    data = None\n", [1]],
  ["a block whose text is not there", "<<<<<<< SEARCH\nimport sys\n=======\nimport re\n>>>>>>> REPLACE\n", [1]],
  ["one of two hunks", "@@\n-import os\n+import re\n@@\n-import sys\n+import re\n", [2]],
])("a patch with %s is not applied", (_, code, failed) => {
  expect(patched(code)).toEqual(failed);
});

test("each file of a patch is named, and a deleted one is marked", () => {
  const code =
    "--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-a\n+b\n--- a/old.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n--- src/my file.ts\t2024-01-01\n+++ src/my file.ts\n@@ -1 +1 @@\n-a\n+b\n";
  expect(readPatch(code, "diff")?.map(({ path, isDeleted }) => [path, isDeleted])).toEqual([
    ["x.ts", false],
    ["old.ts", true],
    ["src/my file.ts", false],
  ]);
});

test.each([
  [
    "of git",
    "diff --git a/old.py b/new.py\nsimilarity index 90%\nrename from old.py\nrename to new.py\n--- a/old.py\n+++ b/new.py\n",
    true,
  ],
  ["of git without other changes", "diff --git a/old.py b/new.py\nsimilarity index 100%\nrename from old.py\nrename to new.py\n", false],
  ["without git's header", "--- old.py\n+++ new.py\n", true],
  ["of an OpenAI model", "*** Begin Patch\n*** Update File: old.py\n*** Move to: new.py\n", true],
])("a rename %s has both names", (_, header, hasHunk) => {
  const files = readPatch(`${header}${hasHunk ? "@@ -1 +1 @@\n-a\n+b\n" : ""}`, "diff");
  expect(files?.map(({ path, oldPath, hunks }) => [path, oldPath, hunks.length])).toEqual([["new.py", "old.py", hasHunk ? 1 : 0]]);
});

test.each([
  ["--- app.py 2024-01-01 10:00:00.000000000 +0000", "+++ app.py 2024-01-01 10:00:01.000000000 +0000", "app.py"],
  ["--- app.py\t2024-01-01", "+++ app.py\t(working copy)", "app.py"],
  ['--- "a/my file.ts"', '+++ "b/my file.ts"', "my file.ts"],
  ['--- "a/\\303\\274ber.ts"', '+++ "b/\\303\\274ber.ts"', "über.ts"],
  ["--- src\\a.ts", "+++ src\\a.ts", "src\\a.ts"],
])("the header %s names the file", (old, changed, path) => {
  expect(readPatch(`${old}\n${changed}\n@@ -1 +1 @@\n-a\n+b\n`, "diff")?.map((file) => file.path)).toEqual([path]);
});

test.each([
  "diff --git a/app.py b/app.py",
  "diff --git a/app.py b/app.py\nindex 1..2 100644",
  'diff --git "a/app.py" "b/app.py"',
  "diff --git i/app.py w/app.py\n--- i/app.py\n+++ w/app.py",
  "diff --git c/app.py i/app.py\n--- c/app.py\n+++ i/app.py",
  "--- a/app.py\n+++ app.py",
  "--- app.py\n+++ b/app.py",
  "--- app.py.orig\n+++ app.py",
  "diff -u app.py app.py.new\n--- app.py\n+++ app.py.new",
])("the header %j renames nothing", (header) => {
  expect(readPatch(`${header}\n@@ -1 +1 @@\n-a\n+b\n`, "diff")).toMatchObject([{ path: "app.py", isDeleted: false }]);
  expect(readPatch(`${header}\n@@ -1 +1 @@\n-a\n+b\n`, "diff")?.[0]).not.toHaveProperty("oldPath");
});

test.each([
  "# app.py",
  "### `app.py`",
  "**app.py**",
  "**`app.py`**:",
  "File: app.py",
  "// file: app.py",
  "<!-- app.py -->",
  "app.py:",
  "  app.py",
])("the line %j above a block to search and replace names its file", (line) => {
  expect(readPatch(`${line}\n\`\`\`py\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n`, "")?.map(({ path }) => path)).toEqual(["app.py"]);
});

test.each(["<diff>", "Here is the change", ""])("the line %j above a block to search and replace names no file", (line) => {
  expect(readPatch(`${line}\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n`, "")?.map(({ path }) => path)).toEqual([undefined]);
});

test("a file without lines is deleted", () => {
  const code = 'diff --git "a/\\303\\274.py" "b/\\303\\274.py"\ndeleted file mode 100644\nindex e69de29..0000000\n';
  expect(readPatch(code, "diff")).toEqual([{ path: "ü.py", isDeleted: true, hunks: [] }]);
});

test.each([
  ["a mode", "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n"],
  ["bytes", "diff --git a/x.png b/x.png\nindex 1..2 100644\nBinary files a/x.png and b/x.png differ\n"],
  ["a copy", "diff --git a/x b/y\nsimilarity index 100%\ncopy from x\ncopy to y\n"],
  ["a file without lines", "diff --git a/x b/x\nnew file mode 100644\nindex 0000000..e69de29\n"],
  ["another form", "*** a.py\n--- a.py\n***************\n*** 1 ****\n! a\n--- 1 ----\n! b\n"],
])("a patch with %s has no change that can be applied, and is no code", (_, code) => {
  expect(readPatch(code, "diff")).toEqual([]);
});

test.each(["diff", "patch", "udiff", "git-diff", "diff-js", "js diff", "diff title=a.js", "Diff"])(
  "the language %s is that of a patch",
  (info) => {
    expect(readPatch("-a\n+b\n", info)).toHaveLength(1);
  },
);

test.each([
  ["a list", "", "- one\n+ two\n"],
  ["a merge conflict of git", "", "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> main\n"],
  ["code with decorators", "python", "@app.get('/')\ndef f():\n    return -1\n"],
  ["front matter", "markdown", "---\ntitle: x\n---\n\n- a\n"],
])("%s is no patch", (_, language, code) => {
  expect(readPatch(code, language)).toBeUndefined();
});

test.each([
  ["<apply_diff>\n<path>src/app.py</path>\n<diff>", ["src/app.py"]],
  ["<file_path> src/app.py </file_path>", ["src/app.py"]],
])("the file is named by the tags of a tool call: %j", (before, paths) => {
  expect(readPatch(`${before}\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n`, "")?.map(({ path }) => path)).toEqual(paths);
});

test("a backslash before a line that looks like a mark is not a part of the code", () => {
  const code = "<<<<<<< SEARCH\nTitle\n\\=======\n=======\nName\n  \\=======\n\\d\n>>>>>>> REPLACE\n";
  expect(patched(code, "", "Title\n=======\nText\n")).toBe("Name\n  =======\n\\d\nText\n");
});

test("a copy of a file does not change the file that it is a copy of", () => {
  const change = "--- a/x.py\n+++ b/y.py\n@@ -1 +1 @@\n-a\n+b\n";
  const copied = `diff --git a/x.py b/y.py\nsimilarity index 90%\ncopy from x.py\ncopy to y.py\n${change}`;
  const renamed = `diff --git a/x.py b/y.py\nsimilarity index 90%\nrename from x.py\nrename to y.py\n${change}`;
  expect(readPatch(copied + renamed, "diff")?.map(({ path, oldPath }) => [path, oldPath])).toEqual([
    ["y.py", undefined],
    ["y.py", "x.py"],
  ]);
});
