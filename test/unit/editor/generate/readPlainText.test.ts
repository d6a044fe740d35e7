/** Selections as plain text, in the language of their document. Expected values are what the language's renderers show. */
import { describe, expect, test } from "vitest";
import { readPlainText } from "../../../../src/editor/generate/plainText/readPlainText.ts";

describe("plain text of", () => {
  test.each([
    ["markdown", "A **red** fox in [the snow](https://example.com) with `code`", "A red fox in the snow with code"],
    ["markdown", "# The *old* mill\n\nStands by the\nriver.", "The old mill\n\nStands by the river."],
    ["markdown", "- one\n- two\n  - three\n\nend", "one\ntwo\nthree\n\nend"],
    ["markdown", "| a | b |\n|---|---|\n| 1 | **2** |", "a, b\n1, 2"],
    ["markdown", "![A lamp](lamp.png) and H<sub>2</sub>O", "A lamp and H2O"],
    ["markdown", "<p>A fox</p>", "A fox"],
    ["markdown", "> quoted &amp; **bold**", "quoted & bold"],
    ["markdown", "a fox <!-- not this -->", "a fox"],
    ["mdx", "A **fox**", "A fox"],
    ["html", "<p>A <em>red</em> fox</p>\n<p>in the snow</p>", "A red fox\nin the snow"],
    ["html", "Caf&eacute; &lt;3 &#233;", "Café <3 é"],
    ["html", "<script>alert(1)</script><style>p{}</style>A fox<!-- hidden -->", "A fox"],
    ["html", "<ul><li>one<li>two</ul>", "one\ntwo"],
    ["html", 'a <img src="x.png" alt="lamp"> b', "a lamp b"],
    ["vue", "<template><b>A fox</b></template> seen", "seen"],
    ["latex", "A \\emph{red} fox \\textbf{in \\textit{the} snow}", "A red fox in the snow"],
    ["latex", "\\section*{The mill}\\label{sec:mill} stands % hidden\nby the river~\\cite{a}.", "The mill stands by the river ."],
    ["latex", "50\\% \\& more \\_ \\$5 \\#1 \\{x\\}", "50% & more _ $5 #1 {x}"],
    ["latex", '\\"{u}ber \\\'etude na\\"\\i ve \\ss{} \\c{c}a', "über étude naïve ß ça"],
    ["latex", "``quoted'' -- and --- so", "“quoted” – and — so"],
    ["latex", "\\begin{itemize}\n\\item one\n\\item two\n\\end{itemize}", "one\n\ntwo"],
    ["latex", "\\href{https://example.com}{the site} and \\url{x.org}", "the site and x.org"],
    ["latex", "so $a^2 \\% b$ holds", "so $a^2 \\% b$ holds"],
    ["latex", "a \\includegraphics[width=1cm]{x.png} b\\footnote{no} c", "a b c"],
    ["asciidoc", "== The *old* mill\n\nStands by https://example.com[the river].", "The old mill\n\nStands by the river."],
    [
      "restructuredtext",
      "The mill\n========\n\nA *red* fox, see :ref:`the page <x>` and `site <https://e.org>`_.",
      "The mill\n\nA red fox, see the page and site.",
    ],
    ["plaintext", " <p>A *fox*\\emph{x} ", "<p>A *fox*\\emph{x}"],
    ["typescript", "a < b", "a < b"],
  ])("%s: %j", async (languageId, source, text) => {
    expect(await readPlainText(source, languageId)).toBe(text);
  });

  test.each([
    ["markdown", "<!-- x -->"],
    ["html", "<br>"],
    ["latex", "\\label{x}"],
    ["asciidoc", "[[x]]"],
  ])("%s is the source if nothing else is left", async (languageId, source) => {
    expect(await readPlainText(source, languageId)).toBe(source);
  });
});
