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
  ["in a fence", `app.py\n\`\`\`python\n<<<<<<< SEARCH\n${searched}=======\n${replacement}>>>>>>> REPLACE\n\`\`\`\n`],
];

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
