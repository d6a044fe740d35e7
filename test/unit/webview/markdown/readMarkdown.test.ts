/** Markdown that arrives in pieces: its blocks, and which of them are rendered again. */
import commonmark from "commonmark-spec";
import { describe, expect, test } from "vitest";
import { createParser } from "../../../../src/markup/markdown/parser.ts";
import { changeCitations, redrawImages } from "../../../../src/webview/markdown/readMarkdown.ts";
import { fc, runsOf } from "../../../fuzzing.ts";
import { gfmExamples, longerExamples } from "../../../panel/markdownExamples.ts";
import { nestedDocuments, textsAfterFence } from "../../markup/markdown/nestedFences.ts";
import { createShownText, showPieces, tidy } from "./shownText.ts";

const specified = commonmark.tests.map(({ markdown }) => markdown.replaceAll("→", "\t"));
const examples = [...specified, ...gfmExamples, ...longerExamples];

const parser = createParser();

/** The parser's own rendering of the whole text. */
const wholeOf = (markdown: string) => tidy(parser.render(markdown.replaceAll("\0", "\uFFFD"), { references: {} }));

function cut(text: string, locations: readonly number[]): string[] {
  const at = [...new Set(locations.map((location) => location % (text.length + 1)))].sort((one, other) => one - other);
  return [...at, text.length].map((end, index) => text.slice(at[index - 1] ?? 0, end));
}

describe("the blocks of a text", () => {
  const locations = fc.array(fc.nat(20_000), { maxLength: 40 });

  test("are those of the parser, however it is split", () => {
    fc.assert(
      fc.property(fc.constantFrom(...examples), locations, (text, at) => {
        expect(showPieces(cut(text, at))).toBe(wholeOf(text));
      }),
      { numRuns: runsOf(500) },
    );
  });

  test("are the same for random combinations, however they are split", () => {
    const texts = fc.array(fc.constantFrom(...examples.filter(({ length }) => length < 400)), { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(texts, locations, (parts, at) => {
        const text = parts.join("\n");
        expect(showPieces(cut(text, at))).toBe(wholeOf(text));
      }),
      { numRuns: runsOf(200) },
    );
  });

  test("are those of the parser if a list seems to continue after a blank line, and a rule follows", () => {
    const text = "- `one\n- two`\n\n - - -\n\nText\n";
    for (let at = 0; at <= text.length; at += 1) expect(showPieces(cut(text, [at]))).toBe(wholeOf(text));
  });

  test("are the same if each character arrives separately", () => {
    for (const text of examples.filter(({ length }) => length < 200)) expect(showPieces([...text])).toBe(wholeOf(text));
  });

  test.each(nestedDocuments)("are the same if a block of Markdown contains blocks: %s", (_name, document) => {
    for (const after of textsAfterFence) {
      const text = `\`\`\`markdown\n${document}\`\`\`${after}`;
      const whole = wholeOf(text);
      for (let at = 0; at <= text.length; at += 1) expect(showPieces(cut(text, [at]))).toBe(whole);
    }
  });

  test.each([
    ["a title over two lines below the definition of a link", '[a]: b\n"one\ntwo"\n\n[a]\n'],
    ["such a title below a heading", "# T\n[a]: b\n'one\ntwo'\n\n[a]\n"],
    ["text in quotation marks below the definition of a link", '[a]: b\n"one" and\ntwo\n\n[a]\n'],
    ["a formula's sign that continues a nested quote", ">> x\n    $$\n"],
    ["a formula's bracket that continues a nested quote", ">> x\n    \\[\ny"],
    ["a tag that continues a nested quote", ">> x\n    <pre>\n"],
    ["an item above a delimiter row", "1. a\n1. b | c\n-|-"],
    ["a fence above a delimiter row", "```a|b\n-|-\n|1|2|\n"],
    ["a quote above a delimiter row", "> a | b\n-|-\n"],
  ])("are the same for %s", (_name, text) => {
    for (let at = 0; at <= text.length; at += 1) expect(showPieces(cut(text, [at]))).toBe(wholeOf(text));
    expect(showPieces([...text])).toBe(wholeOf(text));
  });

  test("are the same for any characters", () => {
    const characters = fc.array(fc.constantFrom(..."#*_`~-+>|[]():! \t\n\r\\<a1.&=😀\0"), { maxLength: 60 });
    fc.assert(
      fc.property(characters, locations, (parts, at) => {
        const text = parts.join("");
        expect(showPieces(cut(text, at))).toBe(showPieces([text]));
      }),
      { numRuns: runsOf(500) },
    );
  });
});

/** Beginnings, ends and middles of constructs, as models write them and as they leave them open. */
const fragments = [
  ...["$$\n", "\\[\n", "\\]\n", "$$", "$", "\\(", "x = 1", "$$ is the PID and $$\n", "see \\[1\\] "],
  ...["\\begin{align}\n", "a &= 1 \\\\\n", "\\end{align}\n", "\\end{align}.\n", "\\begin{equation} x = 1 \\end{equation}\n", "\\begin{CD}"],
  ...["- one\n", "- two\n", "  more\n", "  - deep\n", "1. first\n", "2. second\n", "- [ ] task\n", "  $$\n", "  ```js\n", "  ```\n"],
  ...["| a | b |\n|---|---|\n", "| 1 | 2 |\n", "> quote\n", "> - item\n", "> $$\n", "# Title\n", "Title\n---\n", "---\n"],
  ...["```js\n", "```markdown\n", "```bash\n", "```\n", "~~~\n", "````\n", "code();\n", "    indented\n"],
  ...[
    "<details>\n",
    "<summary>More</summary>\n",
    "</details>\n",
    "text</details>\n",
    "<div align=center>\n",
    "</div>\n",
    "<b>",
    "</b>",
    "<br>",
  ],
  ...[
    "<table>\n",
    "<tr><td>",
    "</td></tr>\n",
    "</table>\n",
    "<pre>\n",
    "</pre>\n",
    "<script> ",
    "List<int> ",
    "<!-- note -->\n",
    "<svg/>\n",
  ],
  ...[
    "**bold** ",
    "**注意：**请 ",
    "*open ",
    "`code` ",
    "[link](https://example.com) ",
    "[late]\n",
    "[late]: https://example.com\n",
    "[^1]\n",
  ],
  ...[
    "<ul>\n",
    "<ul>\n\n",
    "<table>\n\n",
    "<td>a</td>\n\n",
    "<li>x</li>\n\n",
    "<summary>x</summary>\n\n",
    "<ul>\n<li>a\n",
    "<li>x</li>\n",
    "</ul>\n",
    "<!-- open\n",
    "-->\n",
    "<![CDATA[\n",
    "]]>\n",
    "<!DOCTYPE html>\n",
    "<![",
    "<?php\n",
    "?>\n",
    "<br>\n<br>\n",
    "<p align=center>\n",
    "</p>\n",
    '<img src="x\n',
    '">',
    "<a href='b'>",
    "</a>",
    "[a]: <b\n",
    "> ",
    ">> deep\n",
    "> > - x\n",
    "[[[[",
    "]]]]",
    "****",
    "***a",
    "**",
    "_b_",
    "~~s~~ ",
    "~~",
    "``",
    "` ",
    "```` ",
    "[^2]: a\n    b\n",
    "[^2]",
    "[^late]",
    "[^late]: later\n",
    "| x |\n",
    "|\n",
    "|-|\n",
    "a | b\n- | -\n",
    "\\(1\\) ",
    "\\(n\\) ",
    "* * *\n",
    "***\n",
    "- \n",
    "-\n",
    "+ x\n",
    "10) y\n",
    "   - z\n",
    "\t- t\n",
    "\tcode\n",
    "    - four\n",
    "===\n",
    "#\n",
    "## \n",
    "> ```\n",
    "> ```\n> x\n",
    "- > q\n",
    "- | a |\n  |---|\n",
    "- $$\n",
    "> [!NOTE]\n",
    "> [!TIP] x\n",
    "&amp;",
    "&#x1F600;",
    "http://a.b/c_d_ ",
    "www.a.de ",
    "a@b.de ",
    "`src/a.ts:3` ",
    "\\* ",
    "\\",
    "\0",
    "\r",
    "\n\r\n",
    "\u00a0",
    "<sub>",
    "</sub>",
    "<kbd>K",
    "</kbd>",
    "<details open>",
    "<summary>",
    "</summary>",
    "```markdown\n```bash\nx\n```\n```\n",
    "```markdown\n## A\n\n```\nx\n```\n```\n",
    "## Section\n",
    "Run:\n",
    "~~~~\n",
    '``` js title="a"\n',
    "```mermaid\n",
    "![i](x) ",
    "![",
    "](",
    ")",
    "[",
    "]",
    "【1】",
    "请**「重要」**です",
    "** a**",
  ],
  ...[
    "C:\\Users\\me\\.ssh ",
    "D:\\_a\\*.ts and ",
    "\\\\server\\share\\_x ",
    "~\\.git",
    "%APPDATA%\\[id]\\",
    "[p](C:\\a\\_b.ts) ",
    "__init__.py ",
    "__init__",
    "__FILE__",
    "__a",
    "| `x|y` | z |\n",
    "| `a||b` | c | d |\n",
    "| `open | 1 | 2 |\n",
    "| `h|i` | j |\n| - | - |\n",
    "`p|q` | r\n-|-\n",
    "|a|b|c|\n|-|-|\n",
    "Add a <br> tag ",
    "the <br/>",
    "(www.a.de/b_(c)) ",
    "[late]: word\n",
    "[INFO]: started\n",
    "¯\\_(ツ)_/¯ ",
  ],
  ...["[^1]: note\n", "text ", "more text\n", "\n", "\n\n", "\n\n", "  \n", "\\\n", "😀", "\r\n"],
];

/** A generator of numbers from 0 to 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

test("2,000 random documents that arrive in deltas are shown as if they had arrived at once", () => {
  const wrong: string[] = [];
  for (let seed = 1; seed <= 2000; seed += 1) {
    const next = createRandom(seed);
    const text = Array.from({ length: 3 + Math.floor(next() * 14) }, () => fragments[Math.floor(next() * fragments.length)]).join("");
    const pieces: string[] = [];
    for (let at = 0; at < text.length; ) {
      const length = 1 + Math.floor(next() ** 2 * 30);
      pieces.push(text.slice(at, at + length));
      at += length;
    }
    if (showPieces(pieces) !== wholeOf(text)) wrong.push(text);
  }
  expect(wrong).toEqual([]);
});

describe("a complete part", () => {
  test("is rendered once: a paragraph followed by another is not changed again", () => {
    const shown = createShownText();
    shown.add("one\n\n");
    shown.add("two\n\n");
    const before = shown.operations.length;
    for (const word of "three four five six".split(" ")) shown.add(`${word} `);
    const changed = shown.operations.slice(before);
    expect(changed.map((operation) => ("block" in operation ? operation.block : undefined))).toEqual([1, 1, 1, 1]);
    expect(shown.html()).toBe("<p>one</p><p>two</p><p>three four five six</p>");
  });

  test("stays while a list grows: only new items are rendered", () => {
    const shown = createShownText();
    for (let item = 0; item < 50; item += 1) shown.add(`- item ${item}\n`);
    const longest = Math.max(...shown.operations.map((operation) => ("html" in operation ? operation.html.length : 0)));
    expect(longest).toBeLessThan(80);
  });

  test("stays while a table grows", () => {
    const shown = createShownText();
    shown.add("| a |\n|---|\n");
    for (let row = 0; row < 50; row += 1) shown.add(`| row ${row} |\n`);
    const longest = Math.max(...shown.operations.map((operation) => ("html" in operation ? operation.html.length : 0)));
    expect(longest).toBeLessThan(200);
  });

  test("of a code block: each line is added once, and the closing fence is left out", () => {
    const shown = createShownText();
    for (const piece of ["```ts a.ts\nlet", " a;\nlet b", ";\n``", "`\nafter"]) shown.add(piece);
    expect(shown.operations).toEqual([
      { type: "code", block: 0, language: "ts", info: "ts a.ts" },
      { type: "codePartial", line: "let" },
      { type: "codeLines", lines: "let a;\n" },
      { type: "codePartial", line: "let b" },
      { type: "codeLines", lines: "let b;\n" },
      { type: "codePartial", line: "" },
      { type: "codeEnd", end: "whole" },
      { type: "block", block: 1, html: "<p>after</p>\n" },
    ]);
  });
});

describe("a part is rendered again", () => {
  test("if it uses a link whose definition arrives late", () => {
    const shown = createShownText();
    for (const piece of ["see [it]\n\n", "other\n\n", "```\n[it]\n```\n\n"]) shown.add(piece);
    const before = shown.operations.length;
    shown.add("[it]: https://example.com\n\nend\n");
    const again = shown.operations.slice(before).filter((operation) => operation.type === "block" && operation.block < 2);
    expect(again).toEqual([{ type: "block", block: 0, html: '<p>see <a href="https://example.com">it</a></p>\n' }]);
  });

  test("if it is a list that turns out to be loose", () => {
    const shown = createShownText();
    shown.add("- a\n- b\n- c\n");
    expect(shown.html()).toBe("<ul><li>a</li><li>b</li><li>c</li></ul>");
    shown.add("\n- d\n");
    expect(shown.html()).toBe("<ul><li><p>a</p></li><li><p>b</p></li><li><p>c</p></li><li><p>d</p></li></ul>");
  });

  test("if a new citation ends in it", () => {
    const shown = createShownText();
    for (const piece of ["one fact.\n\n", "another fact.\n\n", "more\n"]) shown.add(piece);
    const before = shown.operations.length;
    shown.take(changeCitations(shown.state, [{ url: "https://example.com", start: 11, end: 24 }]));
    const again = shown.operations.slice(before);
    expect(again).toHaveLength(1);
    expect(again[0]).toMatchObject({ type: "block", block: 1, html: expect.stringContaining("another fact.⁅1⁆") });
  });

  test("if it has an image, after one was allowed", () => {
    const shown = createShownText();
    for (const piece of ["text\n\n", "![alt](https://example.com/a.png)\n\n", "more\n\n"]) shown.add(piece);
    const before = shown.operations.length;
    shown.take(redrawImages(shown.state));
    expect(shown.operations.slice(before)).toMatchObject([{ type: "block", block: 1 }]);
  });
});
