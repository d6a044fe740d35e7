/** Whether a document links to a file. */
import { expect, test } from "vitest";
import { type LinkLanguage, linkLanguages } from "../../../../src/editor/artifacts/linkLanguages.ts";
import { writeLink } from "../../../../src/editor/artifacts/linkSyntax.ts";
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

test.each(linkLanguages)("%s: each link that is written is found", (language) => {
  for (const path of ["a.png", "generated/a b.png", "100%.png", "a#b.png", "füchse/狐.png", "50% #1.png", "a_b-c.png"]) {
    const text = writeLink(language, { kind: "image", path, description: "A boat" });
    expect(linksTo(text, language, "/docs", `/docs/${path}`), path).toBe(true);
  }
});
