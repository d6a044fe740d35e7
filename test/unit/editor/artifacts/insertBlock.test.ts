/** A link is inserted below the block that its location is in, with one blank line around it. */
import { describe, expect, it, test } from "vitest";
import { insertBlock } from "../../../../src/editor/artifacts/insertBlock.ts";
import type { LinkLanguage } from "../../../../src/editor/artifacts/linkLanguages.ts";
import { shiftOffset } from "../../../../src/editor/artifacts/shiftOffset.ts";

/** `‸` is the location; the link is `LINK`. */
function insert(language: LinkLanguage, marked: string, lineEnding: "\n" | "\r\n" = "\n"): string {
  const location = marked.indexOf("‸");
  const text = marked.slice(0, location) + marked.slice(location + 1);
  const { offset, text: inserted } = insertBlock(text, location, { language, block: "LINK", lineEnding });
  return text.slice(0, offset) + inserted + text.slice(offset);
}

const markdown: [name: string, text: string, expected: string][] = [
  ["a paragraph", "one‸ two\n\nthree", "one two\n\nLINK\n\nthree"],
  ["the middle of a paragraph", "one‸\ntwo\n\nthree\n", "one\ntwo\n\nLINK\n\nthree\n"],
  ["the end of a file", "one‸", "one\n\nLINK"],
  ["the end of a file with a closing line break", "one‸\n", "one\n\nLINK\n"],
  ["a selection of whole lines", "one\n\n‸two\n", "one\n\nLINK\n\ntwo\n"],
  ["a blank line", "one\n‸\ntwo\n", "one\n\nLINK\n\ntwo\n"],
  ["front matter", "---\ntitle: A‸\n---\n\nText\n", "---\ntitle: A\n---\n\nLINK\n\nText\n"],
  ["front matter of TOML", "+++\na = 1‸\n+++\nText\n", "+++\na = 1\n+++\n\nLINK\n\nText\n"],
  ["a thematic break", "a\n\n---‸\n\nb\n", "a\n\n---\n\nLINK\n\nb\n"],
  ["a fence", "```js\na‸\n\nb\n```\nText\n", "```js\na\n\nb\n```\n\nLINK\n\nText\n"],
  ["a fence that is not closed", "~~~\na‸\n\nb\n", "~~~\na\n\nb\n\nLINK\n"],
  ["indented code", "    a‸\n\n    b\n\nc\n", "    a\n\n    b\n\nLINK\n\nc\n"],
  ["a table", "| a |\n|---|\n| 1‸ |\n| 2 |\n\nText\n", "| a |\n|---|\n| 1 |\n| 2 |\n\nLINK\n\nText\n"],
  ["a heading", "# A‸\nText\n", "# A\n\nLINK\n\nText\n"],
  ["a heading with an underline", "A‸\n===\n\nText\n", "A\n===\n\nLINK\n\nText\n"],
  ["a list item", "- a‸\n- b\n", "- a\n\n  LINK\n\n- b\n"],
  ["a numbered item", "10. a‸\n", "10. a\n\n    LINK\n"],
  ["a nested list", "- a\n  - b‸\n  - c\n", "- a\n  - b\n\n    LINK\n\n  - c\n"],
  ["a list in a list", "- - a‸\n", "- - a\n\n    LINK\n"],
  ["a paragraph of an item", "1. a\n\n   b‸\n   c\n\n2. d\n", "1. a\n\n   b\n   c\n\n   LINK\n\n2. d\n"],
  ["a fence in a list", "- a\n\n  ```\n  b‸\n  ```\n", "- a\n\n  ```\n  b\n  ```\n\n  LINK\n"],
  ["a task", "- [ ] a‸\n", "- [ ] a\n\n  LINK\n"],
  ["a quote", "> a‸\n> b\n\nText\n", "> a\n> b\n>\n> LINK\n\nText\n"],
  ["a quote that goes on", "> a‸\n>\n> b\n", "> a\n>\n> LINK\n>\n> b\n"],
  ["a list in a quote", "> - a‸\n> - b\n", "> - a\n>\n>   LINK\n>\n> - b\n"],
  ["a quote in a list", "- > a‸\n", "- > a\n  >\n  > LINK\n"],
  ["a quote in a quote", "> > a‸\n", "> > a\n> >\n> > LINK\n"],
  ["an alert", "> [!NOTE]\n> a‸\n", "> [!NOTE]\n> a\n>\n> LINK\n"],
  ["a comment", "<!--\na‸\n\nb\n-->\nText\n", "<!--\na\n\nb\n-->\n\nLINK\n\nText\n"],
  ["a block of HTML", "<table>\n<tr><td>a‸</td></tr>\n</table>\n\nText\n", "<table>\n<tr><td>a</td></tr>\n</table>\n\nLINK\n\nText\n"],
  ["Markdown in HTML", "<details>\n\na‸\n\n</details>\n", "<details>\n\na\n\nLINK\n\n</details>\n"],
  ["a formula", "$$\na‸\n\nb\n$$\nText\n", "$$\na\n\nb\n$$\nText\n\nLINK\n"],
  ["a list with tabs", "- a\n\t- b‸\n\t- c\n", "- a\n\t- b\n\n      LINK\n\n\t- c\n"],
  ["a tab after a mark", "-\ta‸\n-\tb\n", "-\ta\n\n    LINK\n\n-\tb\n"],
  ["links' definitions", "[x]: http://a‸\n[y]: http://b\n\nc\n", "[x]: http://a\n[y]: http://b\n\nLINK\n\nc\n"],
  ["a footnote", "[^1]: a‸\n    b\n\n    c\n\nText\n", "[^1]: a\n    b\n\n    LINK\n\n    c\n\nText\n"],
  ["a footnote's paragraph", "[^1]: a b\n\n    c‸\n\nText\n", "[^1]: a b\n\n    c\n\n    LINK\n\nText\n"],
  ["a comment of Obsidian", "a\n\n%%\nb‸\n\nc\n%%\n\nd\n", "a\n\n%%\nb\n\nc\n%%\n\nLINK\n\nd\n"],
  ["text between comments of Obsidian", "%%\na\n%%\n\nb‸\n\n%%\nc\n%%\n", "%%\na\n%%\n\nb\n\nLINK\n\n%%\nc\n%%\n"],
  [
    "code of Hugo",
    "{{< highlight go >}}\na‸\n\nb\n{{< /highlight >}}\n\nc\n",
    "{{< highlight go >}}\na\n\nb\n{{< /highlight >}}\n\nLINK\n\nc\n",
  ],
  [
    "code of Jekyll",
    "{% highlight ruby %}\na‸\n\nb\n{% endhighlight %}\n\nc\n",
    "{% highlight ruby %}\na\n\nb\n{% endhighlight %}\n\nLINK\n\nc\n",
  ],
  ["an admonition of MkDocs", "!!! note\n    a‸\n\n    b\n\nc\n", "!!! note\n    a\n\n    LINK\n\n    b\n\nc\n"],
  ["the end of an admonition of MkDocs", '???+ tip "T"\n    a\n\n    b‸\n\nc\n', '???+ tip "T"\n    a\n\n    b\n\n    LINK\n\nc\n'],
  ["a tab of MkDocs", '=== "T"\n\n    a‸\n\n=== "U"\n\n    b\n', '=== "T"\n\n    a\n\n    LINK\n\n=== "U"\n\n    b\n'],
  ["one of several footnotes", "[^1]: a b‸\n[^2]: c d\n", "[^1]: a b\n\n    LINK\n\n[^2]: c d\n"],
];

/** Containers without blank lines. */
const tight: typeof markdown = [
  ["a directive", ":::note\na‸\n:::\n\nb\n", ":::note\na\n\nLINK\n\n:::\n\nb\n"],
  ["a directive with a title", ":::tip[Title]{.x}\na‸\nb\n:::\n", ":::tip[Title]{.x}\na\nb\n\nLINK\n\n:::\n"],
  ["a div of Quarto", "::: {.callout-note}\na‸\n:::\n", "::: {.callout-note}\na\n\nLINK\n\n:::\n"],
  ["a directive in another", "::::a\n:::b\nc‸\n:::\n::::\n", "::::a\n:::b\nc\n\nLINK\n\n:::\n::::\n"],
  ["a directive in a list", "- a\n\n  :::note\n  b‸\n  :::\n", "- a\n\n  :::note\n  b\n\n  LINK\n\n  :::\n"],
  ["a directive in a quote", "> :::note\n> a‸\n> :::\n", "> :::note\n> a\n>\n> LINK\n>\n> :::\n"],
  ["a table in a directive", ":::note\n\n| a |\n|---|\n| 1‸ |\n:::\n", ":::note\n\n| a |\n|---|\n| 1 |\n\nLINK\n\n:::\n"],
  ["the end of a directive", ":::note\na\n:::‸\nb\n", ":::note\na\n:::\n\nLINK\n\nb\n"],
  ["marks in code", "```\n:::note\na‸\n:::\n```\n", "```\n:::note\na\n:::\n```\n\nLINK\n"],
  ["a block of MkDocs", "/// note\na‸\n///\n", "/// note\na\n\nLINK\n\n///\n"],
  ["a shortcode of Hugo", "{{< note >}}\na‸\n{{< /note >}}\n", "{{< note >}}\na\n\nLINK\n\n{{< /note >}}\n"],
  ["a hint of GitBook", '{% hint style="info" %}\na‸\n{% endhint %}\n', '{% hint style="info" %}\na\n\nLINK\n\n{% endhint %}\n'],
];

const mdx: typeof markdown = [
  ["text between tags", "<Note>\na‸\n</Note>\n\nb\n", "<Note>\na\n\nLINK\n\n</Note>\n\nb\n"],
  ["imports", "import A from './a'‸\nimport B from './b'\n\n# T\n", "import A from './a'\nimport B from './b'\n\nLINK\n\n# T\n"],
  ["an exported value", "export const a = {\n  b: 1,‸\n\n  c: '}'\n}\n\nx\n", "export const a = {\n  b: 1,\n\n  c: '}'\n}\n\nLINK\n\nx\n"],
  ["a comment", "{/* a‸\n\nb } */}\n\nx\n", "{/* a\n\nb } */}\n\nLINK\n\nx\n"],
  ["an element's values", "<A b={[\n  1,‸\n\n  2\n]} />\n\nx\n", "<A b={[\n  1,\n\n  2\n]} />\n\nLINK\n\nx\n"],
  ["Markdown in an element", "<A>\n\ntext‸\n\n</A>\n", "<A>\n\ntext\n\nLINK\n\n</A>\n"],
  ["a fence with code", "```js\nexport const a = {‸\n```\n\nx\n", "```js\nexport const a = {\n```\n\nLINK\n\nx\n"],
  ["text below a fence with code", "```js\nconst a = {\n```\n\nx‸\n", "```js\nconst a = {\n```\n\nx\n\nLINK\n"],
];

const html: typeof markdown = [
  ["a paragraph", "<body>\n  <p>Fog‸\n  rises</p>\n</body>", "<body>\n  <p>Fog\n  rises</p>\n\n  LINK\n\n</body>"],
  ["a paragraph in one line", "<body>\n\t<p>Fog‸</p>\n</body>", "<body>\n\t<p>Fog</p>\n\n\tLINK\n\n</body>"],
  ["bold text in a paragraph", "<p>a <b>b‸</b>\nc</p>\n<p>d</p>\n", "<p>a <b>b</b>\nc</p>\n\nLINK\n\n<p>d</p>\n"],
  ["a comment", "<div>\n  <!-- a‸\n  b -->\n  <p>c</p>\n</div>\n", "<div>\n  <!-- a\n  b -->\n\n  LINK\n\n  <p>c</p>\n</div>\n"],
  ["a script", "<script>\na‸\n</script>\n<p>b</p>\n", "<script>\na\n</script>\n\nLINK\n\n<p>b</p>\n"],
  [
    "the head",
    "<html><head>\n<title>A‸</title>\n</head>\n<body>\n<p>b</p>\n</body></html>",
    "<html><head>\n<title>A</title>\n</head>\n<body>\n\nLINK\n\n<p>b</p>\n</body></html>",
  ],
  ["a tag", '<div\n  class="a‸"\n>\n  <p>b</p>\n</div>\n', '<div\n  class="a"\n>\n  <p>b</p>\n</div>\n\nLINK\n'],
  ["a list item", "<ul>\n  <li>a‸</li>\n  <li>b</li>\n</ul>\n", "<ul>\n  <li>a\n    LINK\n  </li>\n  <li>b</li>\n</ul>\n"],
  [
    "between table rows",
    "<table>\n<tr><td>a</td></tr>‸\n<tr><td>b</td></tr>\n</table>\n",
    "<table>\n<tr><td>a</td></tr>\n<tr><td>b</td></tr>\n</table>\n\nLINK\n",
  ],
  ["a drawing", "<svg>\n<text>a‸</text>\n</svg>\n<p>b</p>\n", "<svg>\n<text>a</text>\n</svg>\n\nLINK\n\n<p>b</p>\n"],
  ["a formula", "<div>\n<math>\n<mi>a‸</mi>\n</math>\n</div>\n", "<div>\n<math>\n<mi>a</mi>\n</math>\n\nLINK\n\n</div>\n"],
  [
    "the document type",
    "<!doctype html>‸\n<html><head></head><body>\n<p>b</p>\n</body></html>",
    "<!doctype html>\n<html><head></head><body>\n\nLINK\n\n<p>b</p>\n</body></html>",
  ],
  ["code", "<pre>\na‸\n\nb\n</pre>\n", "<pre>\na\n\nb\n</pre>\n\nLINK\n"],
  ["PHP", "<?php\nif ($a->b > 1) {‸\n}\n?>\n<p>b</p>\n", "<?php\nif ($a->b > 1) {\n}\n?>\n\nLINK\n\n<p>b</p>\n"],
];

const asciidoc: typeof markdown = [
  ["the header", "= Title‸\n:imagesdir: img\n\nText\n", "= Title\n:imagesdir: img\n\nLINK\n\nText\n"],
  ["a paragraph", "a‸\nb\n\nc\n", "a\nb\n\nLINK\n\nc\n"],
  ["a listing", "[source]\n----\na‸\n\nb\n----\nText\n", "[source]\n----\na\n\nb\n----\n\nLINK\n\nText\n"],
  ["a block's title", ".Code‸\n----\na\n----\n", ".Code\n----\na\n----\n\nLINK\n"],
  ["a comment", "////\na‸\n\nb\n////\n\nc\n", "////\na\n\nb\n////\n\nLINK\n\nc\n"],
  ["a table", "|===\n|a‸\n\n|b\n|===\n\nc\n", "|===\n|a\n\n|b\n|===\n\nLINK\n\nc\n"],
  ["a sidebar", "****\na‸\n\nb\n****\n", "****\na\n\nLINK\n\nb\n****\n"],
  ["a list item", "* a‸\n* b\n", "* a\n+\nLINK\n\n* b\n"],
  ["a definition", "a:: b‸\n", "a:: b\n+\nLINK\n"],
  ["a section's title", "== A‸\nText\n", "== A\n\nLINK\n\nText\n"],
  ["what looks like a title in a listing", "----\n== a‸\n\nb\n----\n", "----\n== a\n\nb\n----\n\nLINK\n"],
];

const rst: typeof markdown = [
  ["a paragraph", "a‸\nb\n\nc\n", "a\nb\n\nLINK\n\nc\n"],
  ["a title", "Title‸\n=====\n\nText\n", "Title\n=====\n\nLINK\n\nText\n"],
  ["code", "Text::\n\n   a‸\n\n   b\n\nc\n", "Text::\n\n   a\n\n   b\n\nLINK\n\nc\n"],
  [
    "a directive with code",
    ".. code-block:: py\n   :linenos:\n\n   a‸\n\n   b\n\nc\n",
    ".. code-block:: py\n   :linenos:\n\n   a\n\n   b\n\nLINK\n\nc\n",
  ],
  ["a directive's options", ".. image:: a.png\n   :alt: x‸\n\nc\n", ".. image:: a.png\n   :alt: x\n\nLINK\n\nc\n"],
  ["a note", ".. note::\n\n   a‸\n   b\n\n   c\n", ".. note::\n\n   a\n   b\n\n   LINK\n\n   c\n"],
  ["a comment", ".. a‸\n   b\n\nc\n", ".. a\n   b\n\nLINK\n\nc\n"],
  ["a list item", "- a‸\n- b\n", "- a\n\n  LINK\n\n- b\n"],
  ["a nested list", "- a\n\n  - b‸\n\n- c\n", "- a\n\n  - b\n\n    LINK\n\n- c\n"],
  ["a quote", "a\n\n   b‸\n   c\n\nd\n", "a\n\n   b\n   c\n\n   LINK\n\nd\n"],
  ["a paragraph before code", "Text::‸\n\n   a\n\n   b\n\nc\n", "Text::\n\n   a\n\n   b\n\nLINK\n\nc\n"],
  ["a directive with blocks", ".. note::‸\n\n   a\n\nc\n", ".. note::\n\n   LINK\n\n   a\n\nc\n"],
  ["the name of a section", ".. _a:‸\n\nTitle\n=====\n\nText\n", ".. _a:\n\nTitle\n=====\n\nLINK\n\nText\n"],
  ["a grid table", "+---+\n| a‸ |\n+---+\n\nb\n", "+---+\n| a |\n+---+\n\nLINK\n\nb\n"],
  ["a simple table", "== ==\na  b‸\n== ==\n1  2\n\n3  4\n== ==\n\nc\n", "== ==\na  b\n== ==\n1  2\n\n3  4\n== ==\n\nLINK\n\nc\n"],
];

const latex: typeof markdown = [
  [
    "the preamble",
    "\\documentclass{article}‸\n\\begin{document}\na\n\\end{document}\n",
    "\\documentclass{article}\n\\begin{document}\n\nLINK\n\na\n\\end{document}\n",
  ],
  ["a paragraph", "\\begin{document}\na‸\nb\n\\end{document}\n", "\\begin{document}\na\nb\n\nLINK\n\n\\end{document}\n"],
  ["verbatim text", "\\begin{verbatim}\na {‸\n\nb\n\\end{verbatim}\nc\n", "\\begin{verbatim}\na {\n\nb\n\\end{verbatim}\n\nLINK\n\nc\n"],
  [
    "a table",
    "\\begin{table}\n\\begin{tabular}{l}\na‸ \\\\\n\\end{tabular}\n\\end{table}\n",
    "\\begin{table}\n\\begin{tabular}{l}\na \\\\\n\\end{tabular}\n\\end{table}\n\nLINK\n",
  ],
  ["a formula", "\\[\na‸\n\\]\nb\n", "\\[\na\n\\]\n\nLINK\n\nb\n"],
  [
    "an item",
    "\\begin{itemize}\n  \\item a‸\n  \\item b\n\\end{itemize}\n",
    "\\begin{itemize}\n  \\item a\n\n  LINK\n\n  \\item b\n\\end{itemize}\n",
  ],
  ["a footnote of several lines", "a\\footnote{b‸\nc}\nd\n", "a\\footnote{b\nc}\n\nLINK\n\nd\n"],
  ["a section's title", "\\section*{A {b}‸}\\label{x}\nText\n", "\\section*{A {b}}\\label{x}\n\nLINK\n\nText\n"],
  ["a percent sign", "5\\% {a‸\nb}\n", "5\\% {a\nb}\n\nLINK\n"],
];

const others: [LinkLanguage, ...(typeof markdown)[number]][] = [
  ["typst", "a paragraph", "a‸\nb\n\nc\n", "a\nb\n\nLINK\n\nc\n"],
  ["typst", "a title", "= A‸\nText\n", "= A\n\nLINK\n\nText\n"],
  ["typst", "brackets behind a call", "#emph[a] (b‸\n\nc\n", "#emph[a] (b\n\nLINK\n\nc\n"],
  ["typst", "brackets in text", "a (b‸ :(\n\nc\n", "a (b :(\n\nLINK\n\nc\n"],
  ["typst", "a rule", "#show heading: it => {\n  1‸\n\n  2\n}\n\nc\n", "#show heading: it => {\n  1\n\n  2\n}\n\nLINK\n\nc\n"],
  ["typst", "content", "#if a [\n  b‸\n\n  c\n] else [\n  d\n]\n\ne\n", "#if a [\n  b\n\n  c\n] else [\n  d\n]\n\nLINK\n\ne\n"],
  ["typst", "a function", "#figure(\n  a‸,\n)\n\nc\n", "#figure(\n  a,\n)\n\nLINK\n\nc\n"],
  ["typst", "raw text", "```\na‸\n\nb\n```\n\nc\n", "```\na\n\nb\n```\n\nLINK\n\nc\n"],
  ["typst", "a formula", "$\n  a‸\n\n  b\n$\n", "$\n  a\n\n  b\n$\n\nLINK\n"],
  ["typst", "a list item", "- a‸\n- b\n", "- a\n\n  LINK\n\n- b\n"],
  ["org", "a paragraph", "a‸\nb\n\nc\n", "a\nb\n\nLINK\n\nc\n"],
  ["org", "a block", "#+BEGIN_SRC js\na‸\n\nb\n#+END_SRC\nc\n", "#+BEGIN_SRC js\na\n\nb\n#+END_SRC\n\nLINK\n\nc\n"],
  ["org", "a drawer", "* A‸\n:PROPERTIES:\n:ID: 1\n:END:\nText\n", "* A\n:PROPERTIES:\n:ID: 1\n:END:\n\nLINK\n\nText\n"],
  [
    "org",
    "a heading with a date",
    "* A‸\nSCHEDULED: <2024-01-01>\n:PROPERTIES:\n:ID: 1\n:END:\nx\n",
    "* A\nSCHEDULED: <2024-01-01>\n:PROPERTIES:\n:ID: 1\n:END:\n\nLINK\n\nx\n",
  ],
  ["org", "a heading's date", "* A\nDEADLINE: <2024-01-01>‸\nx\n", "* A\nDEADLINE: <2024-01-01>\n\nLINK\n\nx\n"],
  ["org", "a list item", "- a‸\n- b\n", "- a\n\n  LINK\n\n- b\n"],
  ["org", "keywords", "#+TITLE: a‸\n#+AUTHOR: b\n\nc\n", "#+TITLE: a\n#+AUTHOR: b\n\nLINK\n\nc\n"],
  ["component", "Vue's template", "<template>\n  <p>a‸</p>\n</template>\n", "<template>\n  <p>a</p>\n\n  LINK\n\n</template>\n"],
  [
    "component",
    "a component",
    "<Layout>\n  <Card>\n    text‸\n  </Card>\n</Layout>\n",
    "<Layout>\n  <Card>\n    text\n\n    LINK\n\n  </Card>\n</Layout>\n",
  ],
  ["component", "Astro's code", "---\nconst a = 1;‸\n---\n<p>b</p>\n", "---\nconst a = 1;\n---\n\nLINK\n\n<p>b</p>\n"],
];

const cases: [LinkLanguage, ...(typeof markdown)[number]][] = [
  ...markdown.map((one): [LinkLanguage, ...typeof one] => ["markdown", ...one]),
  ...html.map((one): [LinkLanguage, ...typeof one] => ["html", ...one]),
  ...asciidoc.map((one): [LinkLanguage, ...typeof one] => ["asciidoc", ...one]),
  ...rst.map((one): [LinkLanguage, ...typeof one] => ["restructuredtext", ...one]),
  ...latex.map((one): [LinkLanguage, ...typeof one] => ["latex", ...one]),
  ...tight.flatMap((one): [LinkLanguage, ...typeof one][] => [
    ["markdown", ...one],
    ["mdx", ...one],
  ]),
  ...mdx.map((one): [LinkLanguage, ...typeof one] => ["mdx", ...one]),
  ...others,
];

test.each(cases)("%s: below %s", (language, _, text, expected) => {
  for (const lineEnding of ["\n", "\r\n"] as const) {
    const inLines = (one: string) => one.replaceAll("\n", lineEnding);
    expect(insert(language, inLines(text), lineEnding)).toBe(inLines(expected));
  }
});

it("keeps the document's line endings, and the indentation of several lines", () => {
  expect(insert("markdown", "one‸\r\ntwo", "\r\n")).toBe("one\r\ntwo\r\n\r\nLINK");
  const { text } = insertBlock("- a\r\n", 3, { language: "markdown", block: "A\n\nB", lineEnding: "\r\n" });
  expect(text).toBe("\r\n\r\n  A\r\n\r\n  B");
});

describe("shiftOffset", () => {
  const change = (rangeOffset: number, rangeLength: number, text: string) => ({ rangeOffset, rangeLength, text });

  it("moves with edits before it", () => {
    expect(shiftOffset(10, change(2, 0, "abc"))).toBe(13);
    expect(shiftOffset(10, change(2, 4, ""))).toBe(6);
  });

  it("stays on edits at or after it", () => {
    expect(shiftOffset(10, change(10, 0, "abc"))).toBe(10);
    expect(shiftOffset(10, change(12, 3, ""))).toBe(10);
  });

  it("moves to the end of a text that replaces its surroundings", () => {
    expect(shiftOffset(10, change(8, 5, "xy"))).toBe(10);
    expect(shiftOffset(10, change(0, 20, "xyz"))).toBe(3);
  });
});
