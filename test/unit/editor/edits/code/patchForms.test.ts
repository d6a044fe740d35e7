/** Patches as models write them: where they say that a change belongs, and what they leave out. Expected values: the tools that read them. */
import { describe, expect, test } from "vitest";
import { mergePatch, readBlock } from "../../../../../src/editor/edits/code/mergeBlock.ts";
import { readPatch } from "../../../../../src/editor/edits/code/readPatch.ts";

function patched(document: string, code: string): string {
  const [file] = readPatch(code, "diff") ?? [];
  if (file === undefined) return "no patch";
  const result = mergePatch(document.split("\n"), file);
  return result.type === "merged" ? result.lines.join("\n") : result.type;
}

const two = "one\ntwo\n";
const changed = "one\nTWO\n";
const classes = "class A:\n    def f():\n        old\n\nclass B:\n    def f():\n        old\n";
const ended = "marker\nend\nmiddle\nmarker\nend\n";
const openai = (...lines: string[]) => ["*** Begin Patch", "*** Update File: a.py", ...lines, "*** End Patch", ""].join("\n");

describe("a change goes where its patch says", () => {
  test.each([
    // Source: the manual of GNU diff, and issue 296 of jsdiff.
    ["lines without context, after the line of the header", two, "--- a\n+++ b\n@@ -1,0 +2,2 @@\n+my\n+name\n", "one\nmy\nname\ntwo\n"],
    ["lines without context, as older programs number them", two, "--- a\n+++ b\n@@ -2,0 +2 @@\n+my\n", "one\nmy\ntwo\n"],
    ["lines without context, before the first", two, "--- a\n+++ b\n@@ -0,0 +1 @@\n+zero\n", "zero\none\ntwo\n"],
    ["lines without context, after the last", two, "--- a\n+++ b\n@@ -2,0 +3 @@\n+three\n", "one\ntwo\nthree\n"],
    ["lines without context, in two hunks", two, "--- a\n+++ b\n@@ -0,0 +1 @@\n+a\n@@ -1,0 +3 @@\n+b\n", "a\none\nb\ntwo\n"],
    // Source: the patch format of OpenAI's models, and its tests.
    ["lines without context, below a named line", two, openai("@@ one", "+new"), "one\nnew\ntwo\n"],
    ["lines without context, at the end of the file", two, openai("@@", "+new", "*** End of File"), "one\ntwo\nnew\n"],
    [
      "in a class and its method",
      classes,
      openai("@@ class B:", "@@     def f():", "-        old", "+        new"),
      classes.replace(/old\n$/, "new\n"),
    ],
    [
      "in a class and its method, whose marks are followed by a space",
      classes,
      openai("@@ class B", "@@ def f", "- old", "+ new"),
      classes.replace(/old\n$/, "new\n"),
    ],
    [
      "at the end of the file",
      ended,
      openai("@@", "-marker", "+changed", " end", "*** End of File"),
      "marker\nend\nmiddle\nchanged\nend\n",
    ],
    [
      "below a line between two marks",
      "def a():\n    x\n\ndef b():\n    x\n",
      "@@ def b(): @@\n-    x\n+    y\n",
      "def a():\n    x\n\ndef b():\n    y\n",
    ],
  ])("%s", (_, document, code, expected) => {
    expect(patched(document, code)).toBe(expected);
  });

  test.each([
    ["a named line that occurs twice", "one\ntwo\none\n", openai("@@ one", "+new")],
    ["a named line that is not there", two, openai("@@ three", "+new")],
    ["no place for new lines", two, "+new\n"],
    ["equal methods of two classes", classes, openai("@@     def f():", "-        old", "+        new")],
    ["equal lines below an elision", "a\nx\nb\nx\n", "@@\n-a\n+A\n ...\n-x\n+y\n"],
  ])("and nowhere with %s", (_, document, code) => {
    expect(patched(document, code)).toBe("rejected");
  });
});

const load = "def load(a):\n    x = 1\n    y = 2\n    return x\n\ndef save():\n    pass\n";

describe("what a patch leaves out stays", () => {
  test.each([
    ["between two changes, for dots", "a\nb\nc\nd\ne\n", "@@ -1,5 +1,5 @@\n-a\n+A\n ...\n-e\n+E\n", "A\nb\nc\nd\nE\n"],
    [
      "between two changes, for a comment",
      load,
      "@@ -1,4 +1,4 @@\n def load(a):\n-    x = 1\n+    x = 2\n     # ... existing code ...\n-    return x\n+    return y\n",
      load.replace("x = 1", "x = 2").replace("return x", "return y"),
    ],
    [
      "above a change, without headers",
      "function f() {\n  a();\n  x();\n  b();\n}\n",
      "function f() {\n  // ...\n-  b();\n+  c();\n}\n",
      "function f() {\n  a();\n  x();\n  c();\n}\n",
    ],
    // Source: issue 1832 of Aider.
    [
      "in what replaces the searched lines",
      load,
      "<<<<<<< SEARCH\ndef load(a):\n    x = 1\n    y = 2\n    return x\n=======\ndef load(a, b):\n    # ... (keep existing code)\n    return x\n>>>>>>> REPLACE\n",
      load.replace("(a)", "(a, b)"),
    ],
    [
      "in added lines",
      load,
      "@@ -1,4 +1,3 @@\n-def load(a):\n-    x = 1\n-    y = 2\n-    return x\n+def load(a, b):\n+    # ... existing code ...\n+    return x\n",
      load.replace("(a)", "(a, b)"),
    ],
    [
      "in both sides",
      load,
      "<<<<<<< SEARCH\ndef load(a):\n    # ... existing code ...\n    return x\n=======\ndef load(a, b):\n    # ... existing code ...\n    return b\n>>>>>>> REPLACE\n",
      load.replace("(a)", "(a, b)").replace("return x", "return b"),
    ],
    [
      "and a comment of the file itself is an ordinary line",
      "a\n# ... existing code ...\nb\n",
      "@@\n a\n # ... existing code ...\n-b\n+B\n",
      "a\n# ... existing code ...\nB\n",
    ],
  ])("%s", (_, document, code, expected) => {
    expect(patched(document, code)).toBe(expected);
  });

  test("and nothing is proposed if it is not clear what stays", () => {
    const code =
      "<<<<<<< SEARCH\n    x = 1\n    y = 2\n=======\n    # ... existing code ...\n    z = 3\n    # ... more ...\n    w = 4\n>>>>>>> REPLACE\n";
    expect(patched(load, code)).toBe("unclear");
  });
});

const conflict = "a\n<<<<<<< Updated upstream\naaa\n=======\nbbb\n>>>>>>> Stashed changes\nb\n";

test("a byte order mark is no part of the code", () => {
  expect(readBlock("\uFEFFa = 1\n", "python")).toEqual({ type: "code", code: "a = 1\n" });
});

describe("blocks to search and replace are read", () => {
  test.each([
    // Source: the XML of Roo Code.
    [
      "in XML",
      two,
      "<apply_diff>\n<path>a.txt</path>\n<content><![CDATA[<<<<<<< SEARCH\n:start_line:2\n-------\ntwo\n=======\nTWO\n>>>>>>> REPLACE\n]]></content>\n</apply_diff>\n",
      changed,
    ],
    [
      "with entities of XML",
      "if (a < b && c > d) {\n}\n",
      "<<<<<<< SEARCH\nif (a &lt; b &amp;&amp; c &gt; d) {\n=======\nif (a &lt;= b &amp;&amp; c) {\n>>>>>>> REPLACE\n",
      "if (a <= b && c) {\n}\n",
    ],
    [
      "with the entities of a document",
      "<p>&lt;</p>\n",
      "<<<<<<< SEARCH\n<p>&lt;</p>\n=======\n<p>&gt;</p>\n>>>>>>> REPLACE\n",
      "<p>&gt;</p>\n",
    ],
    ["whose last mark has no word", two, "<<<<<<< SEARCH\ntwo\n=======\nTWO\n>>>>>>>\n", changed],
    ["with short marks", two, "<<<< SEARCH\ntwo\n====\nTWO\n>>>> REPLACE\n", changed],
    ["with another word", two, "<<<<<<< FIND\ntwo\n=======\nTWO\n>>>>>>> REPLACE\n", changed],
    ["with the numbers of lines", "one\ntwo\ntwo\n", "<<<<<<< SEARCH\n3 | two\n=======\n3 | TWO\n>>>>>>> REPLACE\n", "one\ntwo\nTWO\n"],
    // Source: issues 1408 and 4988 of Roo Code.
    [
      "that search for a merge conflict",
      conflict,
      "<<<<<<< SEARCH\n<<<<<<< Updated upstream\naaa\n=======\nbbb\n>>>>>>> Stashed changes\n=======\nccc\n>>>>>>> REPLACE\n",
      "a\nccc\nb\n",
    ],
    [
      "that search for a merge conflict with backslashes",
      conflict,
      "<<<<<<< SEARCH\n\\<<<<<<< Updated upstream\naaa\n\\=======\nbbb\n\\>>>>>>> Stashed changes\n=======\nccc\n>>>>>>> REPLACE\n",
      "a\nccc\nb\n",
    ],
    [
      "that search for the first half of a merge conflict",
      conflict,
      "<<<<<<< SEARCH\n<<<<<<< Updated upstream\naaa\n=======\nccc\n>>>>>>> REPLACE\n",
      conflict.replace("<<<<<<< Updated upstream\naaa", "ccc"),
    ],
    // Source: issue 4067 of Cline.
    [
      "in another order",
      "one\ntwo\nthree\n",
      "<<<<<<< SEARCH\nthree\n=======\nTHREE\n>>>>>>> REPLACE\n<<<<<<< SEARCH\none\n=======\nONE\n>>>>>>> REPLACE\n",
      "ONE\ntwo\nTHREE\n",
    ],
  ])("%s", (_, document, code, expected) => {
    expect(patched(document, code)).toBe(expected);
  });
});

describe("a change that the document has already is not made again", () => {
  test.each([
    ["all", changed, "@@ -1,2 +1,2 @@\n one\n-two\n+TWO\n", changed],
    ["the first of two", "ONE\ntwo\n", "@@\n-one\n+ONE\n@@\n-two\n+TWO\n", "ONE\nTWO\n"],
    ["what is searched and replaced", changed, "<<<<<<< SEARCH\ntwo\n=======\nTWO\n>>>>>>> REPLACE\n", changed],
  ])("%s", (_, document, code, expected) => {
    expect(patched(document, code)).toBe(expected);
  });

  test("but one that only another change has written does not fit", () => {
    expect(patched("import os\n", "@@\n-import os\n+import re\n@@\n-import sys\n+import re\n")).toBe("rejected");
  });
});
