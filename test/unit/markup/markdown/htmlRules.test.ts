/** Which tags of a text are HTML, and which are text. Expected values: CommonMark's syntax of raw HTML, and the elements that browsers show. */
import { describe, expect, test } from "vitest";
import { createParser } from "../../../../src/markup/markdown/parser.ts";

const render = (markdown: string) => createParser().render(markdown, { references: {} }).trim();
/** What a reader sees: the text without the tags that are HTML. */
const shown = (markdown: string) =>
  render(markdown)
    .replace(/<[^<>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .trim();

describe("tags that are not HTML are text, with everything after them", () => {
  test.each([
    "Put the <script> tag last.\n\nOne\n\nTwo",
    ...["script", "style", "title", "iframe", "template", "textarea", "noscript", "xmp", "plaintext", "noembed", "object", "form"].flatMap(
      (name) => [`Put the <${name}> tag last.`, `<${name}>\nfirst`, `<${name}>alert(1)</${name}>`, `<${name.toUpperCase()} a="b">x`],
    ),
    "Promise<Result<User>> or List<int>",
    "Keep <exact line(s)> visible, and <channel>.",
    "The model writes <think> first, then </think> and the answer.",
    "<think>\nreasoning\n</think>",
    "Use <Suspense fallback={<Spinner />}> around it.",
    "if a < b and c > d then x<y>z",
    "Result<(), Box<dyn Error>> and &'a str",
    "std::vector<std::pair<int, int>> v;",
    "<|im_start|>user",
    "<font color=red>red</font>",
    "a <!-- comment --> b",
    "<!-- note: x",
    "vector<int>, foo<Bar>(x), Map<K, V>, Box<T>, Array<string>[]",
    "<MyComponent/> and <MyComponent prop={x}/>",
    "<MyComponent/>",
    "<svg>",
    "<svg/> and <path d='M0 0'/>",
    "a <b> b",
    "a </b> b",
    "<details>",
    "<div> is a block element",
    "Use <div></div> or <span></span>",
    "<div></div>",
    "The <img> and <input> elements, <img/>",
    "<td>x</td> belongs in a table",
    "<tr><td>x</td></tr>",
    "x < y and y > z, a<b and b>a",
    "<!-- note -->",
    "text <!-- note --> text",
    "<?php echo 1; ?>",
    "<!DOCTYPE html>",
    "<![CDATA[x]]>",
    "<b/> x </b>",
    "# The <title> element",
    "- Set<string>\n- <li>",
    "<pre>\nnever closed",
    "<3 and <- and <= and <>",
    '<html lang="en">\n<body>\n<p>',
  ])("%j", (markdown) => {
    const words = (text: string) =>
      text
        .replace(/^[#-] /gm, "")
        .replace(/\s+/g, " ")
        .trim();
    expect(words(shown(markdown))).toBe(words(markdown));
  });

  test("and their attributes are not read as Markdown", () => {
    expect(render('<Icon name="**x**"/>')).toBe("<p>&lt;Icon name=&quot;**x**&quot;/&gt;</p>");
  });
});

describe("an allowed element that is complete is HTML", () => {
  test.each([
    ["H<sub>2</sub>O and <kbd>Ctrl</kbd>", "<p>H<sub>2</sub>O and <kbd>Ctrl</kbd></p>"],
    ["a<br>b<br/>c", "<p>a<br>b<br/>c</p>"],
    ["<b>*x*</b>", "<p><b><em>x</em></b></p>"],
    ['<img src="https://example.com/a.png" alt="a">', '<img src="https://example.com/a.png" alt="a">'],
    [
      "<details>\n<summary>More</summary>\n\n**x**\n\n</details>",
      "<details>\n<summary>More</summary>\n<p><strong>x</strong></p>\n</details>",
    ],
    ["<details>\n\ntext</details>", "<details>\n<p>text</p>\n</details>"],
    ["<table><tr><td></td><td>List<int></td></tr></table>", "<table><tr><td></td><td>List&lt;int></td></tr></table>"],
    ["<pre>\n*a*\n\nb\n</pre>", "<pre>\n*a*\n\nb\n</pre>"],
    ["<p align=center>x</p>", "<p align=center>x</p>"],
  ])("%j", (markdown, html) => expect(render(markdown)).toBe(html));

  test("but not where Markdown closes what encloses it", () => {
    expect(render("**<b>** x</b>")).toBe("<p><strong>&lt;b&gt;</strong> x&lt;/b&gt;</p>");
    expect(render("- <b>\n\nx</b>")).toContain("x&lt;/b&gt;");
    expect(render("<b><i>x</b></i>")).toBe("<p><b>&lt;i&gt;x</b>&lt;/i&gt;</p>");
  });
});
