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
  ["a selection inside a line", "const a = «1»;\n", "2\n", "const a = 2;\n"],
  ["blank lines around the selection stay", "a\n«\n\nb\n\n»c\n", "\nx\n", "a\n\n\nx\n\nc\n"],
])("%s", (_, document, code, expected) => {
  expect(fitted(document, code)).toBe(expected);
});
