/** Escapes text so that rendered Markdown shows it unchanged. */
import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import { escapeMarkdown } from "../../../../src/editor/base/escapeMarkdown.ts";

const textOf = (markdown: string) =>
  new MarkdownIt({ html: true })
    .render(markdown)
    .replace(/<br>\n/g, "\n")
    .replace(/<\/?p>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .trim();

test.each([
  "A lighthouse at dusk, *in* `watercolours`",
  "# no heading\n- no list\n1. no number\n2) either\n> no quote",
  "[no link](https://example.com) ![no image](https://example.com/a.png) <img src=x>",
  "_no emphasis_, a_b_c ~~d~~ | e & f; $(sync) {{g}} \\ h",
])("%j is shown unchanged", (text) => {
  expect(textOf(escapeMarkdown(text))).toBe(text);
});

test("an indented sign starts no list", () => {
  expect(textOf(escapeMarkdown("One:\n - two\n 3. four"))).not.toContain("<li>");
});

test("spaces stay spaces, so that long lines wrap", () => {
  expect(escapeMarkdown("many words in one line")).toBe("many words in one line");
});
