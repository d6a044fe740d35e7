/** Notebooks of the formats 3 and 4, as text for a model. */
import { expect, test } from "vitest";
import { readNotebook, readOutputForm, writeNotebook } from "../../../../../src/editor/chat/context/writeNotebook.ts";

const image = "iVBORw0KGgo".repeat(2000);
const written = (notebook: unknown) => {
  const cells = readNotebook(JSON.stringify(notebook));
  return cells === undefined ? undefined : writeNotebook(cells);
};
const cell = (outputs: unknown[], source: unknown = ["a = 1\n", "a"]) => ({
  nbformat: 4,
  metadata: { language_info: { name: "julia" } },
  cells: [{ cell_type: "code", source, outputs }],
});

test("each cell has its number and language", () => {
  expect(
    written({
      nbformat: 4,
      metadata: { kernelspec: { language: "R" } },
      cells: [
        { cell_type: "markdown", source: `# Title\n![x](data:image/png;base64,${image})` },
        { cell_type: "code", source: ["plot(x)"], outputs: [] },
        { cell_type: "raw", source: "raw" },
      ],
    }),
  ).toBe("--- Cell 1 (markdown)\n# Title\n![x](data:image/png;base64,…)\n\n--- Cell 2 (R)\nplot(x)\n\n--- Cell 3 (raw)\nraw");
});

test.each([
  ["a stream", { output_type: "stream", name: "stdout", text: ["one\n", "two\n"] }, "--- Output\none\ntwo"],
  ["a result", { output_type: "execute_result", data: { "text/plain": ["42"], "text/html": "<b>42</b>" } }, "--- Output\n42"],
  ["JSON", { output_type: "display_data", data: { "application/json": { a: 1 } } }, '--- Output\n{"a":1}'],
  ["an image", { output_type: "display_data", data: { "image/png": image, "text/plain": "<Figure>" } }, "--- Output: image/png, left out"],
  [
    "HTML with an image",
    { output_type: "display_data", data: { "text/html": `<img src="data:image/png;base64,${image}">` } },
    '--- Output\n<img src="data:image/png;base64,…">',
  ],
  ["an error", { output_type: "error", ename: "E", evalue: "x", traceback: ["\u001b[31mE\u001b[0m: x"] }, "--- Output\nE: x"],
  ["an error without a traceback", { output_type: "error", ename: "E", evalue: "x", traceback: [] }, "--- Output\nE: x"],
  ["a long text", { output_type: "stream", text: "x".repeat(100_000) }, `--- Output\n${"x".repeat(2000)}…`],
  ["something else", { output_type: 7, data: null }, ""],
])("an output that is %s", (_, output, expected) => {
  expect(written(cell([output]))).toBe(["--- Cell 1 (julia)\na = 1\na", expected].filter((part) => part !== "").join("\n"));
});

test("format 3 is read, and cells that are none are skipped", () => {
  expect(written({ nbformat: 3, worksheets: [{ cells: [null, { cell_type: "code", input: ["1"], outputs: [{ text: "1" }] }] }] })).toBe(
    "--- Cell 1 (python)\n1\n--- Output\n1",
  );
});

test.each(["", "{", "[]", '{"cells": 1}', "no JSON"])("%j is no notebook", (text) => {
  expect(readNotebook(text)).toBeUndefined();
});

test.each([
  ["text/plain", "42", "text/plain", "42"],
  ["application/vnd.code.notebook.stdout", "one", "stdout", "one"],
  ["application/vnd.code.notebook.stderr", "two", "stderr", "two"],
  ["application/vnd.code.notebook.error", '{"name":"E","message":"x","stack":"E: x\\n  at f"}', "text/plain", "E: x\n  at f"],
  ["application/vnd.code.notebook.error", '{"name":"E","message":"x","stack":""}', "text/plain", "E: x"],
  ["application/vnd.code.notebook.error", '{"message":"x"}', "text/plain", "x"],
  ["application/vnd.code.notebook.error", "no JSON", "error", "no JSON"],
])("an output that VS Code keeps as %s with %j", (type, content, mediaType, text) => {
  expect(readOutputForm(type, content)).toEqual({ mediaType, text });
});
