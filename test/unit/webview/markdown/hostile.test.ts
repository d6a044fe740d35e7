/** Constructs without an end, in long answers: settled blocks are not rendered again, and the result is that of the whole text. */
import { expect, test } from "vitest";
import { createParser } from "../../../../src/markup/markdown/parser.ts";
import { createShownText, tidy } from "./shownText.ts";

const fill = (part: string) => part.repeat(Math.ceil(6_000 / part.length));
const numbered = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join("\n\n");

test.each([
  ["an open element, and paragraphs", `<details>\n<summary>More</summary>\n\n${fill("A paragraph of text.\n\n")}`],
  ["an open element, and a list", `<details>\n<summary>More</summary>\n\n${fill("- item\n")}`],
  ["many open elements", fill("<details>\n<summary>x</summary>\n\n")],
  ["an open table, and cells", `<table>\n\n${fill("<tr>\n\n<td>a</td>\n\n")}`],
  ["nested lists", fill("<ul>\n\n<li>a\n\n")],
  ["an open element in each item", fill("- <details>\n\n  a\n\n")],
  ["closed elements", fill("<div>\n\nx\n\n</div>\n\n")],
  ["open tags in paragraphs", fill("<b>a\n\n")],
  ["line breaks", fill("a<br>\n\n")],
  ["an open comment", `<!-- ${fill("a\n\n")}`],
  ["open CDATA", `<![CDATA[\n${fill("a\n\n")}`],
  ["open declarations", fill("<![ a\n\n")],
  ["quotes", fill("> a\n\n")],
  ["open brackets", fill("[[[[ a\n\n")],
  ["open emphasis", fill("****a *b\n\n")],
  ["open code", fill("``` `` `a\n\n")],
  ["definitions of links", numbered(200, (index) => `[k${index}]: http://b`)],
  ["links that are defined later", `${numbered(150, (index) => `[k${index}]`)}\n\n${numbered(150, (index) => `[k${index}]: http://b`)}`],
  ["footnotes", numbered(150, (index) => `text[^${index}]\n\n[^${index}]: note`)],
  ["footnotes that are defined later", `${numbered(150, (index) => `a[^${index}]`)}\n\n${numbered(150, (index) => `[^${index}]: note`)}`],
])("%s", (_, text) => {
  const shown = createShownText();
  const length = Math.ceil(text.length / 500);
  for (let at = 0; at < text.length; at += length) shown.add(text.slice(at, at + length));
  shown.finish();
  expect(shown.html()).toBe(tidy(createParser().render(text, { references: {} })));
  const written = shown.operations.reduce((sum, operation) => sum + ("html" in operation ? operation.html.length : 0), 0);
  expect(written / text.length).toBeLessThan(30);
});
