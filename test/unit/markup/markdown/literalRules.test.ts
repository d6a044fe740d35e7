/** Text that CommonMark would drop signs or cells of: paths of Windows, names between underscores, rows of tables, and named tags. */
import { describe, expect, test } from "vitest";
import { createParser } from "../../../../src/markup/markdown/parser.ts";

const parser = createParser();
const render = (markdown: string) => parser.render(markdown, { references: {} }).trim();
/** What a reader sees. */
const shown = (markdown: string) =>
  parser.utils.unescapeAll(
    render(markdown)
      .replace(/<[^<>]*>/g, "")
      .replaceAll("\\", "\\\\"),
  );

describe("a path of Windows is shown with all its backslashes", () => {
  test.each([
    // Sources: reports of Kilo Code, Claude Code, Amazon Q, Hermes and Copilot.
    "C:\\Users\\user1\\.config",
    "D:\\proj\\data\\_scratch\\out\\A0_raw_leveled.wav",
    "References are relative to C:\\Users\\<username>\\.pi\\agent\\skills\\wait-what.",
    "c:\\users\\discr\\.gradle\\init.gradle",
    "C:\\Program Files (x86)\\_x\\#1\\!a",
    "C:\\app\\[id]\\(group)\\page.tsx",
    "在C:\\Users\\.x里",
    "see C:\\app\\*.ts and C:\\b\\*.ts now",
    "(C:\\Users\\me\\.ssh), “C:\\Users\\me\\.ssh”",
    "\\\\server\\share\\_x and (\\\\nas\\data)",
    "%USERPROFILE%\\.ssh, $HOME\\.ssh, $env:APPDATA\\.x and ~\\.gitconfig",
    "..\\.github\\workflows and .\\_build",
  ])("%s", (text) => {
    expect(shown(text)).toBe(text);
  });

  test("also in emphasis, tables and destinations of links", () => {
    expect(shown("**C:\\Users\\.x** *C:\\a\\_b*")).toBe("C:\\Users\\.x C:\\a\\_b");
    expect(shown("| a |\n|---|\n| C:\\Users\\.x |").trim()).toBe("a\n\n\n\n\nC:\\Users\\.x");
    expect(render("[a](C:\\Users\\me\\.vscode\\x.json)")).toBe('<p><a href="C:%5CUsers%5Cme%5C.vscode%5Cx.json">a</a></p>');
  });

  test.each([
    ["foo\\_bar and \\*x\\*", "foo_bar and *x*"],
    ["1\\. item, e.g.\\_y, a\\-b", "1. item, e.g._y, a-b"],
    ["D:\\\\Projects\\\\.ai\\\\skills", "D:\\Projects\\.ai\\skills"],
    ["the \\[1\\] mark", "the [1] mark"],
    ["[c](foo\\_bar.ts)", "c"],
    ["a\\\\b and \\\\ c", "a\\b and \\ c"],
  ])("and other escapes are those of CommonMark: %s", (text, expected) => {
    expect(shown(text)).toBe(expected);
  });
});

test("the backslash of a shrug is shown", () => {
  expect(shown("I do not know ¯\\_(ツ)_/¯ and *so*")).toBe("I do not know ¯\\_(ツ)_/¯ and so");
});

describe("a line with a label and a word is text, and no definition of a link", () => {
  test.each(["[NOTE]: renamed\nnext line", "[INFO]: started\n[WARN]: slow,", "[Note]: don't", "[重要]: 备份"])("%s", (text) => {
    expect(shown(text)).toBe(text);
  });

  test.each(["[a]: /b", "[a]: b.md", "[a]: <b>", "[a]: #b", "[a]: https://b", "[a]:\n  /b"])("but %s is one", (definition) => {
    expect(render(`[a]\n\n${definition}`)).toMatch(/^<p><a href="[^"]+">a<\/a><\/p>$/);
  });
});

describe("names between two underscores", () => {
  test.each([
    "__init__.py and __main__",
    "if __name__ == '__main__'",
    "def __bar__(self)",
    "obj.__foo__",
    "__FILE__, __LINE__",
    "__dirname and __proto__",
  ])("keep them: %s", (text) => {
    expect(shown(text.replaceAll("'", "’"))).toBe(text.replaceAll("'", "’"));
  });

  test.each(["__bold__", "__Note__", "__two words__", "__Important:__ x", "**__init__**"])("may be strong text: %s", (text) => {
    expect(render(text)).toContain("<strong>");
  });
});

const table = (...rows: string[]) => ["| a | b |", "|---|---|", ...rows].join("\n");
const cellsOf = (markdown: string) => [...render(markdown).matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell);

describe("a row with more cells than its table loses no text", () => {
  test.each([
    // Sources: reports of pi, hwaro, markdown-viewer and github/markup.
    ["a pipe in code", table("| `x|y` | z |"), ["<code>x|y</code>", "z"]],
    ["several pipes in code", table("| `string | null | void` | `a||b` |"), ["<code>string | null | void</code>", "<code>a||b</code>"]],
    ["a pipe in code with two backquotes", table("| ``du -k | sort`` | z |"), ["<code>du -k | sort</code>", "z"]],
    ["a pipe in code without pipes around the row", "a | b\n--|--\n`x|y` | z", ["<code>x|y</code>", "z"]],
    ["a row in a quote", "> | a | b |\n> |---|---|\n> | `x|y` | z |", ["<code>x|y</code>", "z"]],
    ["a row in a list", "- | a | b |\n  |---|---|\n  | `x|y` | z |", ["<code>x|y</code>", "z"]],
    ["another cell", table("| 1 | 2 | 3 |"), ["1", "2 | 3"]],
    ["a backquote that opens no code", table("| `x | y | z |"), ["`x", "y | z"]],
  ])("%s", (_, markdown, cells) => {
    expect(cellsOf(markdown)).toEqual(["a", "b", ...cells]);
  });

  test("a header with a pipe in code is one", () => {
    expect(cellsOf("| `a|b` | c |\n|---|---|\n| 1 | 2 |")).toEqual(["<code>a|b</code>", "c", "1", "2"]);
  });

  // Source: GFM, "Tables".
  test.each([
    ["with as many cells as the table is divided at each pipe", table("| `x | y` |"), ["`x", "y`"]],
    ["with fewer cells gets empty ones", table("| x |"), ["x", ""]],
    ["with an escaped pipe has it in the cell", table("| a \\| b | `c \\| d` |"), ["a | b", "<code>c | d</code>"]],
  ])("a row %s", (_, markdown, cells) => {
    expect(cellsOf(markdown)).toEqual(["a", "b", ...cells]);
  });
});

describe("a line break that the text names is text", () => {
  test.each([
    ["Add <br> or <br/> tags.", "Add <br> or <br/> tags."],
    ["Use a <br> here.", "Use a <br> here."],
    ["The <wbr> element", "The <wbr> element"],
  ])("%s", (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test.each(["one<br>two", "one <br> two", "one <br>\ntwo", "| a<br>b |\n|---|"])("and others are line breaks: %s", (text) => {
    expect(render(text)).toContain("<br>");
  });
});

test.each([
  // Source: GFM, "Autolinks (extension)".
  ["Visit www.commonmark.org/help for more.", "http://www.commonmark.org/help"],
  ["Visit www.commonmark.org.", "http://www.commonmark.org"],
  ["(www.google.com/search?q=Markup+(business))", "http://www.google.com/search?q=Markup+(business)"],
])("an address without a scheme is a link: %s", (text, address) => {
  expect(render(text)).toContain(`href="${address}"`);
});
