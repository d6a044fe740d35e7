/** Code inserted at a cursor, or instead of a selection. */
import { expect, test } from "vitest";
import { fitCode } from "../../../../../src/editor/edits/code/fitCode.ts";
import { replaceRange, splitLines } from "../../../../../src/editor/edits/hunks.ts";

/** `|` is the cursor, `«…»` the selection. */
function fitted(marked: string, code: string, languageId = "typescript"): string {
  const [open, close] = marked.includes("|") ? [marked.indexOf("|"), marked.indexOf("|")] : [marked.indexOf("«"), marked.indexOf("»") - 1];
  const lines = splitLines(marked.replace(/[|«»]/g, ""));
  const at = (offset: number) => {
    const before = lines.join("\n").slice(0, offset).split("\n");
    return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  };
  const range = { start: at(open), end: at(close) };
  return replaceRange(lines, range, fitCode({ lines, languageId }, range, code)).join("\n");
}

test.each([
  ["every line gets the cursor's indentation", "if (a) {\n    |\n}\n", "b();\nc();\n", "if (a) {\n    b();\n    c();\n}\n"],
  [
    "code that is indented already is not indented twice",
    "if (a) {\n    |\n}\n",
    "    b();\n    c();\n",
    "if (a) {\n    b();\n    c();\n}\n",
  ],
  ["spaces become the document's tabs", "if (a) {\n\t|\n}\n", "if (b) {\n  c();\n}\n", "if (a) {\n\tif (b) {\n\t\tc();\n\t}\n}\n"],
  ["code in front of other code gets a line of its own", "  |b();\n", "a();\n", "  a();\n  b();\n"],
  [
    "a selection of whole lines keeps its tabs",
    "f {\n«\told();\n\tmore();\n»}\n",
    "a();\nif (b) {\n  c();\n}\n",
    "f {\n\ta();\n\tif (b) {\n\t\tc();\n\t}\n}\n",
  ],
  ["a selection that begins after its indentation", "f {\n\t«old();\n\tmore();»\n}\n", "a();\nb();\n", "f {\n\ta();\n\tb();\n}\n"],
  [
    "an answer that keeps the indentation after the first line",
    "f {\n    «if (a) {\n        b();\n    }»\n}\n",
    "if (a) {\n        c();\n    }\n",
    "f {\n    if (a) {\n        c();\n    }\n}\n",
  ],
  [
    "an answer without the passage's indentation",
    "f {\n    «if (a) {\n        b();\n    }»\n}\n",
    "if (a) {\n    c();\n}\n",
    "f {\n    if (a) {\n        c();\n    }\n}\n",
  ],
  ["a body below one line", "def f():\n    «x = 1»\n", "if a:\n    x = 1\n", "def f():\n    if a:\n        x = 1\n"],
  [
    "a first line without the indentation of the others",
    "f {\n    |\n}\n",
    "if (a) {\n        b();\n    }\n",
    "f {\n    if (a) {\n        b();\n    }\n}\n",
  ],
  [
    "such a first line that replaces one line",
    "f {\n    «x;»\n}\n",
    "if (a) {\n        b();\n    }\n",
    "f {\n    if (a) {\n        b();\n    }\n}\n",
  ],
  ["a cursor inside a line", "f() {\n    a(|);\n}\n", "{\n    b: 1,\n}\n", "f() {\n    a({\n        b: 1,\n    });\n}\n"],
  ["a cursor inside a line, and a text", "f() {\n  a = |;\n}\n", "`x\n y`\n", "f() {\n  a = `x\n y`;\n}\n"],
  ["a selection inside a line", "const a = «1»;\n", "2\n", "const a = 2;\n"],
  ["blank lines around the selection stay", "a\n«\n\nb\n\n»c\n", "\nx\n", "a\n\n\nx\n\nc\n"],
])("%s", (_, document, code, expected) => {
  expect(fitted(document, code)).toBe(expected);
});

test.each([
  [
    "a template literal keeps its lines",
    "typescript",
    "f() {\n    |\n}\n",
    "const a = `\n  x\n\n`;\nb();\n",
    "f() {\n    const a = `\n  x\n\n`;\n    b();\n}\n",
  ],
  [
    "a template literal that replaces a selection",
    "typescript",
    "f() {\n    «old();»\n}\n",
    "const a = `\nx\n  y`;\nb();\n",
    "f() {\n    const a = `\nx\n  y`;\n    b();\n}\n",
  ],
  [
    "an indented template literal",
    "typescript",
    "f() {\n  |\n}\n",
    "    const a = `\nx\n`;\n    b();\n",
    "f() {\n  const a = `\nx\n`;\n  b();\n}\n",
  ],
  ["a here document", "shellscript", "f() {\n\t|\n}\n", "cat <<EOF\na\n  b\nEOF\necho\n", "f() {\n\tcat <<EOF\na\n  b\nEOF\n\techo\n}\n"],
  ["a string of several lines", "python", "def f():\n    |\n", 'x = """\na\n"""\ny = 1\n', 'def f():\n    x = """\na\n"""\n    y = 1\n'],
  [
    "the description of a function is indented",
    "python",
    "class A:\n    |\n",
    'def f():\n    """\n    Doc.\n    """\n    return 1\n',
    'class A:\n    def f():\n        """\n        Doc.\n        """\n        return 1\n',
  ],
  [
    "code that mixes tabs and spaces",
    "go",
    "func f() {\n\t|\n}\n",
    "if a {\n\tb()\n    c()\n}\n",
    "func f() {\n\tif a {\n\t\tb()\n\t\tc()\n\t}\n}\n",
  ],
  [
    "tabs become the document's spaces",
    "python",
    "def f():\n    if a:\n        |\n",
    "if b:\n\tc()\n",
    "def f():\n    if a:\n        if b:\n            c()\n",
  ],
  [
    "the signs of a comment stay in a column",
    "typescript",
    "class A {\n\t|\n}\n",
    "/**\n * A.\n */\nb() {\n  c();\n}\n",
    "class A {\n\t/**\n\t * A.\n\t */\n\tb() {\n\t\tc();\n\t}\n}\n",
  ],
  ["a selected item of a list", "yaml", "a:\n  - «x: 1\n    y: 2»\n", "x: 2\ny: 3\n", "a:\n  - x: 2\n    y: 3\n"],
  [
    "a selection that begins within a line",
    "typescript",
    "  const a = «f(\n    1,\n  )»;\n",
    "g(\n  2,\n  3,\n)\n",
    "  const a = g(\n    2,\n    3,\n  );\n",
  ],
  [
    "a selection within a line becomes several lines",
    "python",
    "    x = «1»\n",
    "{\n    'a': 1,\n}\n",
    "    x = {\n        'a': 1,\n    }\n",
  ],
  [
    "a comment of several lines is indented",
    "css",
    "a {\n  |\n}\n",
    "/*\n x\n*/\ncolor: red;\n",
    "a {\n  /*\n   x\n  */\n  color: red;\n}\n",
  ],
  ["an empty line with spaces and a tab", "python", "def f():\n  \t|\n", "a()\nb()\n", "def f():\n  \ta()\n  \tb()\n"],
  ["quoted names", "sql", "BEGIN\n  |\nEND\n", "SELECT `a`\nFROM `b`;\n", "BEGIN\n  SELECT `a`\n  FROM `b`;\nEND\n"],
  ["the item of a list", "yaml", "a:\n  - x: 1\n  - |\n", "x: 2\ny: 3\n", "a:\n  - x: 1\n  - x: 2\n    y: 3\n"],
  [
    "a sign in a comment opens no text",
    "sql",
    "BEGIN\n  |\nEND\n",
    "-- a ` b\nSELECT a\nFROM b;\n",
    "BEGIN\n  -- a ` b\n  SELECT a\n  FROM b;\nEND\n",
  ],
])("%s", (_, languageId, document, code, expected) => {
  expect(fitted(document, code, languageId)).toBe(expected);
});
