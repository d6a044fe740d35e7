/** Brackets that number the parts of a text, and formulas in the same brackets. */
import { describe, expect, test } from "vitest";
import { createParser } from "../../../../src/markup/markdown/parser.ts";
import { showPieces } from "../../webview/markdown/shownText.ts";

const countFormulas = (html: string) => html.split('<code class="language-formula">').length - 1;
const countShown = (markdown: string) => countFormulas(createParser().render(markdown, { references: {} }));

const enumerations = [
  "\\(1\\) First, \\(2\\) second",
  "We need to \\(1\\) read the file, \\(2\\) parse it and \\(3\\) write it.",
  "There are two ways: \\(a\\) do this, or \\(b\\) do that.",
  "\\(i\\) First, \\(ii\\) second, \\(iii\\) third",
  "- \\(a\\) First item\n- \\(b\\) Second item",
  "\\(A\\) Paris\n\\(B\\) London\n\\(C\\) Rome",
  "either \\(a\\) wait or \\(b\\) stop",
  "**\\(a\\)** Read the file",
  "1. \\(i\\) Open it",
  "\\(3\\) Third, \\(4\\) fourth",
  "The steps are: \\(1\\) open, \\(2\\) read, and \\(3\\) close.",
  "\\(1\\) erstens, und \\(2\\) zweitens",
  "| \\(a\\) Yes | \\(b\\) No |\n|---|---|",
  "It can \\(1\\) fail; \\(2\\) hang.",
  "The goals include \\(i\\) better code and \\(ii\\) fewer bugs.",
  "> \\(a\\) The first",
  "# \\(1\\) Introduction",
  "\\(I\\) Introduction",
  "\\(iv\\) The fourth",
  "以下：\\(1\\) 首先，\\(2\\) 其次",
];

const formulas: [markdown: string, count: number][] = [
  ["The variable \\(x\\) is real", 1],
  ["\\(a\\) and \\(b\\)", 2],
  ["\\(a\\) divides \\(b\\)", 2],
  ["If \\(a\\) is even, \\(b\\) is odd", 2],
  ["\\(a\\) is the slope and \\(b\\) is the intercept", 2],
  ["where \\(a\\) is the slope, \\(b\\) the intercept", 2],
  ["values \\(1\\), \\(2\\), and \\(3\\)", 3],
  ["an \\(m\\) by \\(n\\) matrix", 2],
  ["row \\(i\\) and column \\(j\\)", 2],
  ["\\(i\\) runs from \\(1\\) to \\(n\\)", 3],
  ["For \\(a\\) positive and \\(b\\) negative", 2],
  ["- \\(a\\): the slope\n- \\(b\\): the intercept", 2],
  ["\\(n\\) is a number", 1],
  ["\\(x\\) First", 1],
  ["it is \\(1\\), and \\(2 + 3\\) is not", 2],
  ["Let \\(a\\) be 1, let \\(b\\) be 2", 2],
  ["\\(A\\) is a matrix. \\(B\\) is another", 2],
  ["the sets \\(A\\) and \\(B\\)", 2],
  ["from \\(a\\) to \\(b\\)", 2],
  ["\\(a\\), \\(b\\), \\(c\\)", 3],
  ["\\(a\\) = 1", 1],
  ["dimension \\(2\\) spaces and \\(3\\) spaces", 2],
  ["the vertices \\(A\\), \\(B\\) and \\(C\\) form", 3],
  ["\\(v\\) denotes speed", 1],
  ["Points \\(a\\) lies left, \\(b\\) lies right", 2],
  ["| \\(a\\) | \\(b\\) |\n|---|---|\n| \\(1\\) | \\(2\\) |", 4],
  ["With \\(a\\) fixed, \\(b\\) varies", 2],
  ["so \\(a\\) equals \\(b\\)", 2],
  ["Thus, \\(a\\) may be zero, \\(b\\) may not.", 2],
];

test.each(enumerations)("%j numbers its parts", (markdown) => expect(countShown(markdown)).toBe(0));

test.each(formulas)("%j has formulas", (markdown, count) => expect(countShown(markdown)).toBe(count));

describe("a text that arrives in pieces ends with the same", () => {
  test.each([...enumerations, ...formulas.map(([markdown]) => markdown)])("%j", (markdown) => {
    const whole = showPieces([markdown]);
    for (let at = 0; at <= markdown.length; at += 1) expect(showPieces([markdown.slice(0, at), markdown.slice(at)])).toBe(whole);
  });
});

test("many labels are read in linear time", () => {
  for (const piece of ["\\(1\\) A ", "\\(i\\) ", "\\(a\\)", "\\(1\\) A, \\(2\\) B "]) {
    // CPU time, which other processes do not affect.
    const began = process.cpuUsage();
    countShown(piece.repeat(20_000));
    expect(process.cpuUsage(began).user / 1000, piece).toBeLessThan(5000);
  }
});
