/** Links to files, in Markdown. */
import MarkdownIt from "markdown-it";
import { micromark } from "micromark";
import { describe, expect, test } from "vitest";
import { writeMarkdownLink } from "../../../src/contract/markdownLink.ts";

describe("a link in Markdown", () => {
  test.each([
    ["images/a heron.png", "images/a%20heron.png"],
    ["generated/50% #1?.png", "generated/50%25%20%231%3F.png"],
    ["generated/a (2).png", "generated/a%20%282%29.png"],
  ])("leads to the file %s, whatever characters its name has", (path, address) => {
    expect(writeMarkdownLink({ isImage: true, path, description: "A heron" })).toBe(`![A heron](${address})`);
  });

  test("shows its text unchanged, and writes a plain link for files that are not images", () => {
    expect(writeMarkdownLink({ isImage: false, path: "a.mp3", description: "[A] *heron* <b>" })).toBe(
      "[\\[A\\] \\*heron\\* &#60;b&#62;](a.mp3)",
    );
  });

  // Sources: what kramdown 2.4 (bars), Python-Markdown 3.4 and Showdown 2.1 (angle brackets), and Pandoc 2.17 (the others) read as markup.
  test.each(["a | b", "1 < 2 > 0", "$x$ for $$y$$", "H~2~O", "m^2^", "~~no~~"])(
    "is the text %s also for readers with markup of their own",
    (text) => {
      const link = writeMarkdownLink({ isImage: true, path: "a.png", description: text });
      expect(link).not.toMatch(/[|<>$~^]/);
      for (const html of [new MarkdownIt().render(link), micromark(link)])
        expect(new MarkdownIt().utils.unescapeAll(/alt="([^"]*)"/.exec(html)?.[1] ?? "")).toBe(text);
    },
  );
});
