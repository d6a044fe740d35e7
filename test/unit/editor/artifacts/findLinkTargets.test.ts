/** The media files that documents of each language link to. */
import { expect, test } from "vitest";
import { findLinkTargets } from "../../../../src/editor/artifacts/findLinkTargets.ts";
import { type LinkLanguage, linkLanguages } from "../../../../src/editor/artifacts/linkLanguages.ts";
import { writeLink } from "../../../../src/editor/artifacts/linkSyntax.ts";

const media = { image: "png", audio: "mp3", video: "mp4" } as const;
const kinds = ["image", "audio", "video"] as const;

test.each(linkLanguages.flatMap((language) => kinds.map((kind): [LinkLanguage, (typeof kinds)[number]] => [language, kind])))(
  "a link in the syntax of %s, to %s",
  (language, kind) => {
    for (const name of ["lamp", "a lamp", "a (small) lamp!", "Lampe – groß", "100 % lamp"]) {
      const path = `../media/${name}.${media[kind]}`;
      const text = `Before.\n\n${writeLink(language, { kind, path, description: "A lamp" })}\n`;
      expect(findLinkTargets(text).map(({ path: found }) => found)).toContain(path);
    }
  },
);

test.each([
  ["![](<my lamp.png>)", "my lamp.png"],
  ['<img src="my lamp.png">', "my lamp.png"],
  ["<img src='my (red) lamp.png'>", "my (red) lamp.png"],
  [".. image:: my\\ lamp.png", "my lamp.png"],
  ["[[file:my lamp.png]]", "my lamp.png"],
  ["\\href{run:my \\%lamp.mp3}{x}", "my %lamp.mp3"],
  ["![](média/lampe.png)", "média/lampe.png"],
])("a path that is not encoded: %s", (text, path) => {
  expect(findLinkTargets(text).map(({ path: found }) => found)).toContain(path);
});

test("the line of each link is returned", () => {
  expect(findLinkTargets("![](a.png)\n\ntext\n<img src=b.webp>\n")).toEqual([
    { path: "a.png", line: 0 },
    { path: "b.webp", line: 3 },
  ]);
});

test("a name that only starts like that of a file is not a link, and invalid percent codes are accepted", () => {
  expect(findLinkTargets("a.pngs b.png.bak .png c%ZZ.png.")).toEqual([{ path: "c%ZZ.png", line: 0 }]);
});

test("a long text without a link takes little time", () => {
  for (const text of ["a", "{", "%20", "a.", "/", "](", "&#"]) expect(findLinkTargets(text.repeat(500_000))).toEqual([]);
});
