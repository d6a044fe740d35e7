/** Alerts and footnotes: how they are recognized, and that their parts are connected however late they arrive. */
import { describe, expect, test } from "vitest";
import { createParser } from "../../../../src/markup/markdown/parser.ts";
import { createShownText, showPieces } from "./shownText.ts";

const render = (markdown: string) => createParser().render(markdown, { references: {} });
const reference = (label: string) => `<code class="language-footnote-reference">${label}</code>`;
const label = (text: string) => `<code class="language-footnote-label">${text}</code>`;

describe("an alert", () => {
  test.each(["note", "tip", "important", "warning", "caution"])("of the kind %s is a quote with that type", (kind) => {
    expect(showPieces([`> [!${kind.toUpperCase()}]\n> *text*\n`])).toBe(`<blockquote type="${kind}"><p><em>text</em></p></blockquote>`);
  });

  test("is shown as soon as its first line is complete, and its marker never", () => {
    const shown = createShownText();
    for (const character of "> [!NOTE]\n> text") {
      shown.add(character);
      expect(shown.html()).not.toContain("!");
    }
    expect(shown.html()).toBe('<blockquote type="note"><p>text</p></blockquote>');
  });

  test.each(["> [!NOTE] text\n", "> text\n> [!NOTE]\n", "> [!OTHER]\n> text\n", "[!NOTE]\ntext\n"])("is not read in %j", (markdown) => {
    expect(render(markdown)).not.toContain("type=");
  });
});

describe("a footnote", () => {
  test("is referenced if it is known", () => {
    expect(showPieces(["one[^1] two[^x]\n\n[^1]: *Note*\n"])).toBe(
      `<p>one${reference("1")} two[^x]</p><div>${label("1")}<p><em>Note</em></p></div>`,
    );
  });

  test("contains the indented blocks below it", () => {
    expect(showPieces(["[^1]: One\n\n    Two\n\nafter[^1]\n"])).toBe(
      `<div>${label("1")}<p>One</p><p>Two</p></div><p>after${reference("1")}</p>`,
    );
  });

  test("that arrives late turns text into references, and nothing else is rendered again", () => {
    const shown = createShownText();
    for (const piece of ["one[^1]\n\n", "two\n\n", "[^1]: Note\n\n"]) shown.add(piece);
    const before = shown.operations.length;
    shown.add("end\n");
    const again = shown.operations.slice(before).filter((operation) => operation.type === "block" && operation.block < 2);
    expect(again).toEqual([{ type: "block", block: 0, html: `<p>one${reference("1")}</p>\n` }]);
  });

  test.each(["`[^1]`\n\n[^1]: a\n", "    [^1]\n\n[^1]: a\n", "\\[^1]\n\n[^1]: a\n", "[^a b]\n\n[^a b]: c\n"])(
    "is not referred to in %j",
    (markdown) => {
      expect(render(markdown)).not.toContain("language-footnote-reference");
    },
  );
});
