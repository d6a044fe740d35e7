/** Finds the lines of a document that a new version of some code replaces. */
import { expect, test } from "vitest";
import { findPassage } from "../../../../src/editor/edits/findPassage.ts";

const text = ["const a = 1;", "", "function add() {", "  if (a) {", "  }", "}", "", "function sub() {", "}", ""].join("\n");

test("a function is found by its first line and its closing bracket", () => {
  expect(findPassage(text, "\nfunction add() {\n  return 2;\n}\n")).toEqual({ first: 2, last: 5 });
  expect(findPassage(text, "function sub() {\n  return 3;\n}")).toEqual({ first: 7, last: 8 });
});

test("line endings and trailing white space are ignored", () => {
  expect(findPassage(text.replaceAll("\n", " \r\n"), "function add() {\r\n  return 2;\r\n}\r\n")).toEqual({ first: 2, last: 5 });
});

test("a complete new text of the document replaces the whole document", () => {
  expect(findPassage("a\nb\nc\n", "a\nx\ny\nc\n")).toEqual({ first: 0, last: 2 });
});

test("of several possible closing brackets, the one with the fewest changes is used", () => {
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
])("%s matches no passage", (_, code) => {
  expect(findPassage(`${text}}\n`, code)).toBeUndefined();
});
