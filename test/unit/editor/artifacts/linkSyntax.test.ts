/** Links in each language's syntax, whatever the path and the prompt contain. */
import MarkdownIt from "markdown-it";
import { describe, expect, it, test } from "vitest";
import { dropLanguageOf, type LinkLanguage, linkLanguageOf, linkLanguages } from "../../../../src/editor/artifacts/linkLanguages.ts";
import { describePrompt, findNotShown, writeLink } from "../../../../src/editor/artifacts/linkSyntax.ts";

const image = { kind: "image", path: "generated/a boat.png", description: "A boat" } as const;
const sound = { kind: "audio", path: "generated/bell.mp3", description: "A bell" } as const;
const video = { kind: "video", path: "generated/sea.mp4", description: "The sea" } as const;

describe("writeLink", () => {
  it("writes an image link in every language", () => {
    expect(Object.fromEntries(linkLanguages.map((language) => [language, writeLink(language, image)]))).toEqual({
      markdown: "![A boat](generated/a%20boat.png)",
      html: '<img src="generated/a%20boat.png" alt="A boat" />',
      component: '<img src="generated/a%20boat.png" alt="A boat" />',
      mdx: "![A boat](generated/a%20boat.png)",
      asciidoc: 'image::generated/a boat.png["A boat"]',
      restructuredtext: ".. image:: generated/a\\ boat.png\n   :alt: A boat",
      typst: '#image("generated/a boat.png", alt: "A boat")',
      org: "#+ATTR_HTML: :alt A boat\n[[file:generated/a boat.png]]",
      latex:
        "\\begin{figure}[htbp]\n  \\centering\n  \\includegraphics[width=\\linewidth]{\\detokenize{generated/a boat.png}}\n  \\caption{A boat}\n\\end{figure}",
    });
  });

  it("writes an audio link as the language allows", () => {
    expect(Object.fromEntries(linkLanguages.map((language) => [language, writeLink(language, sound)]))).toEqual({
      markdown: "[A bell](generated/bell.mp3)",
      html: '<audio controls src="generated/bell.mp3" aria-label="A bell"></audio>',
      component: '<audio controls aria-label="A bell"><source src="generated/bell.mp3" /></audio>',
      mdx: '<audio controls src="generated/bell.mp3" aria-label="A bell"></audio>',
      asciidoc: "audio::generated/bell.mp3[opts=controls]",
      restructuredtext: '.. raw:: html\n\n   <audio controls src="generated/bell.mp3" aria-label="A bell"></audio>',
      latex: "\\href{run:generated/bell.mp3}{A bell}",
      typst: '#link("generated/bell.mp3")[A bell]',
      org: "[[file:generated/bell.mp3][A bell]]",
    });
  });

  it("writes a video link as the language allows", () => {
    expect(writeLink("markdown", video)).toBe('<video controls src="generated/sea.mp4" aria-label="The sea"></video>');
    expect(writeLink("asciidoc", video)).toBe("video::generated/sea.mp4[opts=controls]");
  });

  it("escapes brackets, quotes and signs in Markdown, as a Markdown parser sees it", () => {
    const description = 'A [red] *boat* with_a "flag" <b>';
    const html = new MarkdownIt().render(writeLink("markdown", { kind: "image", path: "a (1)/b]#?.png", description }));
    expect(html).toContain('src="a%20%281%29/b%5D%23%3F.png"');
    expect(html).toContain('alt="A [red] *boat* with_a &quot;flag&quot; &lt;b&gt;"');
  });

  it("escapes special characters of HTML, MDX and LaTeX", () => {
    expect(writeLink("html", { ...image, description: '"<&>"' })).toContain('alt="&quot;&lt;&amp;&gt;&quot;"');
    expect(writeLink("mdx", { ...image, description: "{x}" })).toContain("![&#123;x&#125;]");
    expect(writeLink("mdx", { ...sound, description: "{x}" })).toContain('aria-label="&#123;x&#125;"');
    expect(writeLink("latex", { ...image, description: "50% of $5 & more_or_less \\" })).toContain(
      "\\caption{50\\% of \\$5 \\& more\\_or\\_less \\textbackslash{}}",
    );
  });
});

const hostile = { ...image, path: "generated/a %#b_{c}.png", description: 'x {red} {backend} "q" \\' };

test.each([
  ["component", '<img src="generated/a%20%25%23b_%7Bc%7D.png" alt="x &#123;red&#125; &#123;backend&#125; &quot;q&quot; \\" />'],
  ["asciidoc", 'image::generated/a %25%23b_%7Bc%7D.png["x \\{red} \\{backend} \\"q\\" \\ "]'],
  ["restructuredtext", '.. image:: generated/a\\ %#b_{c}.png\n   :alt: x {red} {backend} "q" \\'],
  ["typst", '#image("generated/a %#b_{c}.png", alt: "x {red} {backend} \\"q\\" \\\\")'],
] as const)("%s: signs that are code or markup are escaped", (language, link) => {
  expect(writeLink(language, hostile)).toBe(link);
});

test.each([
  ["latex", ["png", "jpg", "JPEG"], ["webp", "avif", "gif", "jxl", "svg"]],
  ["typst", ["png", "jpg", "gif", "webp", "svg"], ["avif", "jxl", "heic"]],
] as const)("%s shows %j, and links %j, with which its compiler would stop", (language, shown, others) => {
  const links = (endings: readonly string[]) => endings.map((ending) => writeLink(language, { ...image, path: `a.${ending}` }));
  for (const link of links(shown)) expect(link).toMatch(/\\includegraphics|#image/);
  for (const link of links(others)) expect(link).toMatch(/^\\href\{run:a\.|^#link\("a\./);
});

test("a document says which images it only links", () => {
  const found = (language: LinkLanguage, ...paths: string[]) => findNotShown(language, "image", paths);
  expect(found("latex", "a.avif", "b.webp", "c.png", "d.avif")).toEqual({ compiler: "LaTeX", formats: "AVIF, WEBP" });
  expect(found("typst", "v1.0/a.avif")).toEqual({ compiler: "Typst", formats: "AVIF" });
  expect([found("latex", "a.png", "b.JPEG"), found("typst", "a.webp"), found("markdown", "a.avif")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(findNotShown("latex", "audio", ["a.mp3"])).toBeUndefined();
});

test("percent and number signs in a path of LaTeX are written as commands", () => {
  expect(writeLink("latex", { ...image, path: "a%b#c.png" })).toContain(
    `\\includegraphics[width=\\linewidth]{\\detokenize{a}\\csname c_percent_str\\endcsname\\detokenize{b}\\csname c_hash_str\\endcsname\\detokenize{c.png}}`,
  );
  expect(writeLink("latex", { ...sound, path: "a%b#c.mp3" })).toBe("\\href{run:a\\%b\\#c.mp3}{A bell}");
});

test("hyphens, spaces and signs of LaTeX are printed as they are", () => {
  expect(writeLink("latex", { ...sound, path: "a  b.mp3", description: "--ar <1|2> `x`" })).toBe(
    "\\href{run:a  b.mp3}{-{}-ar \\textless{}1\\textbar{}2\\textgreater{} `x`}",
  );
  expect(writeLink("latex", { ...image, path: "a  b.png" })).toContain("{\\detokenize{a}\\space\\space\\detokenize{b.png}}");
});

test("what would be markup or an attribute of Org is separated by a zero width space", () => {
  expect(writeLink("org", { ...image, description: "/i/ a :k :" })).toContain(":alt /i/ a :\u200bk :\n");
  expect(writeLink("org", { ...sound, description: "a *b* {{{c}}} 2*3" })).toContain("[a \u200b*b* {{\u200b{c}}} 2*3]");
});

describe("linkLanguageOf", () => {
  it("knows the ids that VS Code and its extensions use", () => {
    expect(["markdown", "html", "mdx", "asciidoc", "restructuredtext", "latex", "tex"].map(linkLanguageOf)).not.toContain(undefined);
  });

  it("has none for other languages, even those named like object properties", () => {
    expect(["typescript", "plaintext", "constructor", "toString"].map(linkLanguageOf)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

it("knows programs only for files that are dropped where an element can be", () => {
  expect([dropLanguageOf("typescriptreact"), linkLanguageOf("typescriptreact"), dropLanguageOf("svelte")]).toEqual([
    "component",
    undefined,
    "component",
  ]);
});

describe("describePrompt", () => {
  it("writes one line of plain text, truncated at a word", () => {
    expect(describePrompt("# A long\n  title  of things", 10)).toBe("A long…");
    expect(describePrompt("short")).toBe("short");
    expect(["-5°C outside", "- a", "> ## a", "#1 of all", "*** a", "1. a"].map((text) => describePrompt(text))).toEqual([
      "-5°C outside",
      "a",
      "a",
      "#1 of all",
      "*** a",
      "1. a",
    ]);
  });

  it.each(["👩‍👩‍👧", "❤️", "🇫🇷", "é", "1️⃣", "क्षि"])("never splits %s, which is seen as one", (seen) => {
    for (let before = 0; before < 12; before += 1) {
      const cut = describePrompt(`${"a".repeat(before)}${seen.repeat(12)}`, 12).slice(0, -1);
      expect(cut.slice(before).replaceAll(seen, "")).toBe("");
    }
  });

  it("never splits a character", () => {
    expect(describePrompt("🦊".repeat(20), 7).isWellFormed()).toBe(true);
  });
});
