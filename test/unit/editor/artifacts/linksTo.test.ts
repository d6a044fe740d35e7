/** Whether a document links to a file. */
import { expect, test } from "vitest";
import type { LinkLanguage } from "../../../../src/editor/artifacts/linkLanguages.ts";
import { linksTo } from "../../../../src/editor/artifacts/linksTo.ts";

test.each<[LinkLanguage, string, string, boolean]>([
  ["markdown", "![A](generated/cat.png)", "generated/cat.png", true],
  ["markdown", "![A](generated/black-cat.png)", "generated/cat.png", false],
  ["markdown", "![A](generated/cat.png)", "cat.png", false],
  ["markdown", "![A](cat.png.bak)", "cat.png", false],
  ["markdown", "![A](./generated/cat.png#x)", "generated/cat.png", true],
  ["markdown", "![A](<generated/a cat.png>)", "generated/a cat.png", true],
  ["markdown", "![A](generated/a%20cat.png)", "generated/a cat.png", true],
  ["markdown", "![A](generated/füchse.png)", "generated/füchse.png", true],
  ["markdown", "![A](generated/f%C3%BCchse.png)", "generated/füchse.png", true],
  ["html", "<img src='../docs/generated/a cat.png'>", "generated/a cat.png", true],
  ["asciidoc", ":imagesdir: generated\n\nimage::cat.png[]", "generated/cat.png", true],
  ["asciidoc", "image::cat.png[]", "generated/cat.png", false],
  ["restructuredtext", ".. image:: generated/a\\ cat.png", "generated/a cat.png", true],
  ["latex", "\\includegraphics{\\detokenize{generated/a_cat.png}}", "generated/a_cat.png", true],
  ["typst", '#image("generated/a cat.png")', "generated/a cat.png", true],
  ["org", "[[file:generated/a cat.png]]", "generated/a cat.png", true],
])("%s: %j links to %s: %s", (language, text, file, expected) => {
  expect(linksTo(text, language, "/docs", `/docs/${file}`)).toBe(expected);
});
