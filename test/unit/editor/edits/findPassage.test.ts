/** Finds the lines of a document that code is a new version of. */
import { expect, test } from "vitest";
import { findPassage } from "../../../../src/editor/edits/findPassage.ts";

const text = ["const a = 1;", "", "function add() {", "  if (a) {", "  }", "}", "", "function sub() {", "}", ""].join("\n");

test("a function is found by its first line and the bracket that closes it", () => {
  expect(findPassage(text, "\nfunction add() {\n  return 2;\n}\n")).toEqual({ first: 2, last: 5 });
  expect(findPassage(text, "function sub() {\n  return 3;\n}")).toEqual({ first: 7, last: 8 });
});

test("line endings and white space at the end of a line make no difference", () => {
  expect(findPassage(text.replaceAll("\n", " \r\n"), "function add() {\r\n  return 2;\r\n}\r\n")).toEqual({ first: 2, last: 5 });
});

test("a whole new text of the document is found as the whole", () => {
  expect(findPassage("a\nb\nc\n", "a\nx\ny\nc\n")).toEqual({ first: 0, last: 2 });
});

test("of several brackets that could close it, the one with the fewest changes does", () => {
  const both = "function a() {\n  one();\n}\n\nfunction b() {\n  two();\n}\n";
  expect(findPassage(`${both}\nfunction c() {\n}\n`, both.replace("one", "1").replace("two", "2"))).toEqual({ first: 0, last: 6 });
  expect(findPassage(both, "function a() {\n  one();\n  more();\n  andMore();\n}\n")).toEqual({ first: 0, last: 2 });
});

test.each([
  ["a first line that is not there", "function mul() {\n}"],
  ["a first line that stands there twice", "}\n  if (a) {"],
  ["a last line that does not follow", "function sub() {\n  if (a) {"],
  ["a single line", "const a = 1;"],
  ["nothing", "  \n"],
])("%s names no passage", (_, code) => {
  expect(findPassage(`${text}}\n`, code)).toBeUndefined();
});
