/** Patches in answers, and the documents they are applied to. */
import { createTwoFilesPatch } from "diff";
import { describe, expect, test } from "vitest";
import { applyPatch } from "../../../../../src/editor/edits/code/applyPatch.ts";
import { readPatch } from "../../../../../src/editor/edits/code/readPatch.ts";

const source =
  "import os\n\n\ndef load(path):\n    data = read(path)\n    return data\n\n\ndef save(path):\n    data = read(path)\n    return True\n";
const loaded = source.replace("read(path)", "read(path, 'r')");

function patched(code: string, language = "diff", document = source): string | readonly number[] {
  const [file] = readPatch(code, language) ?? [];
  if (file === undefined) throw new Error("no patch");
  const { lines, failed } = applyPatch(document.split("\n"), file.hunks);
  return failed.length > 0 ? failed : lines.join("\n");
}

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

  test("to an empty document", () => {
    expect(patched("--- /dev/null\n+++ b/new.py\n@@ -0,0 +1,2 @@\n+a = 1\n+b = 2\n", "diff", "")).toBe("a = 1\nb = 2");
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
  ["a list", "", "- one\n+ two\n"],
  ["a merge conflict of git", "", "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> main\n"],
  ["code with decorators", "python", "@app.get('/')\ndef f():\n    return -1\n"],
  ["front matter", "markdown", "---\ntitle: x\n---\n\n- a\n"],
])("%s is no patch", (_, language, code) => {
  expect(readPatch(code, language)).toBeUndefined();
});
