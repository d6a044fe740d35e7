/** Links to files, in Markdown. */
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
      "[\\[A\\] \\*heron\\* \\<b\\>](a.mp3)",
    );
  });
});
