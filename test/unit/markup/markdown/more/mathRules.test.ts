/** Which parts of a text are formulas, and which are money, code or plain text. */
import { describe, expect, test } from "vitest";
import { readFormula } from "../../../../../src/markup/markdown/formulaSource.ts";
import { createParser } from "../../../../../src/markup/markdown/parser.ts";
import { createShownText, showPieces } from "../../../webview/markdown/shownText.ts";

const render = (markdown: string, isGrowing = false) =>
  createParser().render(markdown, { references: {}, ...(isGrowing ? { rest: "expected" } : {}) });

/** The sources of the formulas in a text; block formulas are in brackets. */
function formulasOf(markdown: string, isGrowing = false): string[] {
  return [...render(markdown, isGrowing).matchAll(/<code class="language-formula(-block)?">([^<]*)<\/code>/g)].map(
    ([, block, source = ""]) =>
      (block === undefined ? source : `[${source}]`).replaceAll("&amp;", "&").replaceAll("&lt;", "<").replaceAll("&gt;", ">"),
  );
}

describe("a formula", () => {
  test.each([
    ["$a^2$", ["$a^2$"]],
    ["It is $x$, and $y_1$.", ["$x$", "$y_1$"]],
    ["(\\(a^2\\))", ["\\(a^2\\)"]],
    ["is $$a$$ here", ["[$$a$$]"]],
    ["is \\[a\\] here", ["[\\[a\\]]"]],
    ["$2$ and $-1$ and $3x + 1$", ["$2$", "$-1$", "$3x + 1$"]],
    ["**bold $a*b*c$**", ["$a*b*c$"]],
    ["$a < b$ & $c$", ["$a < b$", "$c$"]],
    ["\\(5 \\$ \\)", ["\\(5 \\$ \\)"]],
    ["$\\text{5 \\$}$", ["$\\text{5 \\$}$"]],
    ["| a |\n|---|\n| $x$ |", ["$x$"]],
    ["# The $E = mc^2$", ["$E = mc^2$"]],
    ["so \\[ a^2 + b^2 = c^2 \\] holds", ["[\\[ a^2 + b^2 = c^2 \\]]"]],
    ["\\[\\frac{1}{2}\\] and \\[x + y\\]", ["[\\[\\frac{1}{2}\\]]", "[\\[x + y\\]]"]],
    ["$$x$$ and $$ x = 1 $$", ["[$$x$$]", "[$$ x = 1 $$]"]],
    ["\\(n\\), \\(O(n \\log n)\\), \\(a, b\\), \\(sin x\\)", ["\\(n\\)", "\\(O(n \\log n)\\)", "\\(a, b\\)", "\\(sin x\\)"]],
    ["设$x$为，\\(y\\)是", ["$x$", "\\(y\\)"]],
    ["the 3\\(^{rd}\\) and x\\(_1\\)", ["\\(^{rd}\\)", "\\(_1\\)"]],
    ["it is \\(1\\), and \\(2 + 3\\) is not. \\(x\\) is", ["\\(1\\)", "\\(2 + 3\\)", "\\(x\\)"]],
    ["$|x|$, $n!$, $\\{1,2\\}$, $p(x|y)$, $x$-axis", ["$|x|$", "$n!$", "$\\{1,2\\}$", "$p(x|y)$", "$x$"]],
    ["\\(x \\in [0-9]\\), \\(a.b\\), \\([0,1]\\), \\(\\dot x\\)", ["\\(x \\in [0-9]\\)", "\\(a.b\\)", "\\([0,1]\\)", "\\(\\dot x\\)"]],
    ["\\(\\|x\\|\\) and \\(l \\| m\\)", ["\\(\\|x\\|\\)", "\\(l \\| m\\)"]],
    ["$$x$$, $$y$$。", ["[$$x$$]", "[$$y$$]"]],
    ["$$\\text{speed} = 2$$", ["[$$\\text{speed} = 2$$]"]],
  ])("is recognized in %j", (markdown, formulas) => expect(formulasOf(markdown)).toEqual(formulas));

  test.each([
    ["alone", "$$\na\n+ b\n# c\n$$", ["[$$\na\n+ b\n# c\n$$]"]],
    ["behind a line of text", "Thus:\n\\[\nx\n= 1\n\\]\nwhich", ["[\\[\nx\n= 1\n\\]]"]],
    ["closed at the end of a line", "$$\na\n- b $$", ["[$$\na\n- b $$]"]],
    ["in a list", "- one\n  $$\n  a\n  - b\n  $$\n- two", ["[$$\na\n- b\n$$]"]],
    ["in a quote", "> $$\n> a\n> > b\n> $$", ["[$$\na\n> b\n$$]"]],
    ...["equation", "equation*", "align", "align*", "alignat", "alignat*", "gather", "gather*", "CD"].flatMap(
      (name): [string, string, string[]][] => {
        const formula = `\\begin{${name}}\na &= b \\\\\n- c\n\\end{${name}}`;
        return [
          [`as ${name}`, `Thus:\n${formula}\nwhich`, [`[${formula}]`]],
          [`as ${name} on one line`, formula.replaceAll("\n", " "), [`[${formula.replaceAll("\n", " ")}]`]],
        ];
      },
    ),
    ["as an environment in a list", "- one\n  \\begin{align}\n  a\n  \\end{align}\n", ["[\\begin{align}\na\n\\end{align}]"]],
    [
      "as an environment with another one in it",
      "\\begin{equation}\n\\begin{cases} a \\\\ b \\end{cases}\n\\end{equation}",
      ["[\\begin{equation}\n\\begin{cases} a \\\\ b \\end{cases}\n\\end{equation}]"],
    ],
  ])("over several lines is recognized %s", (_name, markdown, formulas) => expect(formulasOf(markdown)).toEqual(formulas));

  test.each([
    "$5 and $6",
    "\\(1\\) First, and then. \\(2\\) Second: \\(3\\) third",
    "**\\(1\\)** First",
    "- \\(12\\) an item\n\\(13\\) a line",
    "costs $5, or US$6 in A$",
    "$5 for one, 6 for two$",
    "$HOME:$PATH and $(HOME)/$USER",
    "a $ b $ c",
    "costs $5 to $10, $/PR and $HOME/$USER",
    "**$1.50** for kale, **$2**, $1,000–$2,000 (US$3)",
    "`$a$` and ``\\(b\\)``",
    "    $a$",
    "```\n$$\na\n$$\n```",
    "\\$a\\$",
    "\\begin{document}\na\n\\end{document}",
    "\\begin{align}\na\n\nb\n\\end{align}",
    "\\begin{align}\na\n\\end{gather}",
    "use \\begin{align} and \\end{align}",
    "```tex\n\\begin{align}\na\n\\end{align}\n```",
    "\\\\(a\\\\)",
    "$$ and \\(\\) and \\[ \\]",
    "- \\[ \\] to do",
    "$$\na\n\nb\n$$",
    "$`a",
    "see \\[1\\] and \\[2, 3\\], \\[1-3\\], \\[^1\\]",
    "$$ is the PID and $$ again",
    "costs $$20 and $$30",
    "- \\[x\\] done",
    "\\[sic\\] and \\[and/or\\] and \\[my_file\\]",
    "usage: run \\[--flag=value\\] \\[<file>\\] \\[a|b\\]",
    "\\(see below\\) and \\(e.g. this\\)",
    "open \\[C:\\Users\\me\\] or \\[link text\\](https://example.com)",
    "$$PATH$$",
    "见 \\[注意\\]",
    "call f\\(x\\), list\\[i\\] and list\\[i + 1\\]",
    "[\\[1\\]](https://example.com) and \\[Smith et al., 2020\\]",
    "\\[2024-01-01\\] \\[12:30\\] \\[INFO\\] a=b",
    "make: $$(shell pwd) $$HOME; kill -9 $$; echo $$",
    "$AAPL is up 5%, $MSFT down; R$ 5 e R$ 10; Earn $$$ fast $$$",
    "PHP: $$name = 1; $$other = 2; Perl: @$$list, %$$map",
    "sed 's/\\(.*\\)/x/', \\([a-z]+\\), \\([^/]*\\), \\(\\d+\\) and \\(\\w*\\)",
    "grep '\\(foo\\|bar\\)' and \\([0-9]\\{3\\}\\)",
    "sed 's/\\(a\\|b\\)/x/' and \\(1\\|2\\|3\\|4\\)",
    "s/$a/$b/ and $1 and $2, $_POST and $_GET",
  ])("is not recognized in %j", (markdown) => expect(formulasOf(markdown)).toEqual([]));

  test("keeps a citation that ends in it, after it", () => {
    expect(render("$a⁅1⁆b$ c")).toBe('<p><code class="language-formula">$ab$</code>⁅1⁆ c</p>\n');
  });
});

describe("while the text grows", () => {
  test.each([
    ["a \\(x_1 + *y", ["\\(x_1 + *y"]],
    ["a $x_1 + *y*", ["$x_1 + *y*"]],
    ["$$\na\n- b", ["[$$\na\n- b]"]],
    ["costs $5 and *more*", []],
    ["echo $HOME and *more*", []],
  ])("the unfinished formula of %j is source, without emphasis or lists", (markdown, formulas) => {
    expect(formulasOf(markdown, true)).toEqual(formulas);
    expect(formulasOf(markdown)).toEqual([]);
  });

  test("a formula is rendered once it is closed, and later text does not affect it", () => {
    const shown = createShownText();
    for (const piece of ["$$\n", "a\n- b", "\n$$\n"]) shown.add(piece);
    expect(shown.html()).toBe('<p><code class="language-formula-block">$$\na\n- b\n$$</code></p>');
    shown.add("\nnext\n\n");
    const before = shown.operations.length;
    shown.add("more");
    expect(shown.operations.slice(before).filter((operation) => "block" in operation && operation.block === 0)).toEqual([]);
  });

  test("a text with formulas, however it is split, ends with the same blocks", () => {
    const texts = [
      "So\n$$\na\n+ b\n$$\n- $x$\n- \\(y\n\n1. \\[\n   z\n   - 1\n   \\]\nend $5 and $6\n",
      "> $$\n> a\n- \\[\n  b\n",
      "\\[\na\n\nb\n\\]\n",
    ];
    for (const text of texts) {
      for (let at = 0; at <= text.length; at += 1) expect(showPieces([text.slice(0, at), text.slice(at)])).toBe(showPieces([text]));
      expect(showPieces([...text])).toBe(showPieces([text]));
    }
  });
});

describe.each(["whole", "growing"])("hostile text that is %s", (state) => {
  test.each(["$", "$a ", "\\(", "\\(a", "\\[", "\\[ x ", "\\[\n", "$$\n", "$$a", "\\[\na\n"])("is parsed in linear time: %j", (piece) => {
    // CPU time, which other processes do not affect.
    const began = process.cpuUsage();
    render(piece.repeat(piece.endsWith("\n") ? 50_000 : 200_000), state === "growing");
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(5000);
  });
});

describe("four times as many lines that open a formula and do not close it", () => {
  /** Milliseconds of CPU time: the least of several, because other processes affect it less. */
  function timeOf(text: string): number {
    const times = Array.from({ length: 4 }, () => {
      const began = process.cpuUsage();
      for (let time = 0; time < 60; time += 1) render(text);
      return process.cpuUsage(began).user / 1000;
    });
    return Math.min(...times);
  }

  test.each(["\\[\n", "\\[\na\n", "> \\[\n", "> \\[\n> a\n"])("take at most eight times the time: %j", (piece) => {
    render(piece.repeat(200));
    expect(timeOf(piece.repeat(200)) / timeOf(piece.repeat(50))).toBeLessThan(8);
  });
});

test("a text has formulas after many brackets that are none", () => {
  const text = `${"see \\[1\\] and \\(see below\\), ".repeat(2000)}\\(x^2\\)`;
  expect(render(text, false)).toContain('<code class="language-formula">\\(x^2\\)</code>');
});

test("the source is split into the TeX and its display mode", () => {
  expect(readFormula("$$ a $$")).toEqual({ tex: "a", isDisplay: true });
  expect(readFormula("\\(a\\)")).toEqual({ tex: "a", isDisplay: false });
  expect(readFormula("$$\na")).toBeUndefined();
  expect(readFormula("$")).toBeUndefined();
});
