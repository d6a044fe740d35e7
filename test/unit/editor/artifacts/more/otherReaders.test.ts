/** Links and their location, as the languages' own readers see them. */
import { execFileSync, spawnSync } from "node:child_process";
import { posix } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { importPackage } from "../../../../../scripts/testing/installPackage.ts";
import { imagesFolder } from "../../../../../src/editor/artifacts/blockEnd/asciidoc.ts";
import { insertBlock } from "../../../../../src/editor/artifacts/insertBlock.ts";
import type { LinkLanguage } from "../../../../../src/editor/artifacts/linkLanguages.ts";
import { writeLink } from "../../../../../src/editor/artifacts/linkSyntax.ts";

vi.setConfig({ hookTimeout: 300_000 });

const paths = ["a b.png", "100%.png", "a#b.png", "füchse/狐.png", "a_{b}(c).png", "b]c'd.png"];
const descriptions = ["A boat", "x {red} {backend} {{y}}", 'a "b" \\', "<b> & *c* _d_ `e`", "-5°C outside", "[x] https://example.com |"];
const links = descriptions.map((description, index) => ({ kind: "image" as const, path: paths[index % paths.length] ?? "", description }));

/** A document with a link below `‸`. */
function linked(language: LinkLanguage, marked: string, link = links[0]): string {
  if (link === undefined) throw new Error("no link");
  const location = marked.indexOf("‸");
  const text = marked.replace("‸", "");
  const { offset, text: inserted } = insertBlock(text, location, { language, block: writeLink(language, link), lineEnding: "\n" });
  return text.slice(0, offset) + inserted + text.slice(offset);
}

const unescapeHtml = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
function functionOf(module: unknown, name: string): (...values: readonly unknown[]) => unknown {
  const found = typeof module === "object" && module !== null && name in module ? Reflect.get(module, name) : undefined;
  if (typeof found !== "function") throw new Error(`The package has no function ${name}.`);
  return (...values) => found(...values);
}
/** `src` and `alt` of the images in HTML. */
const imagesIn = (html: string, read = decodeURIComponent) =>
  [...html.matchAll(/<img\b[^>]*>/g)].map(([tag]) => [
    read(unescapeHtml(/src="([^"]*)"/.exec(tag)?.[1] ?? "")),
    unescapeHtml(/alt="([^"]*)"/.exec(tag)?.[1] ?? ""),
  ]);

describe("Asciidoctor", () => {
  let convert: (text: string) => Promise<string>;
  beforeAll(async () => {
    const run = functionOf(await importPackage("@asciidoctor/core", "4.1.0"), "convert");
    convert = async (text) => String(await run(text, { safe: "safe", standalone: false }));
  });

  test.each(links)("shows $path with $description", async (link) => {
    // A space after a backslash at the end separates it from the closing quote.
    const images = imagesIn(await convert(linked("asciidoc", "Text‸\n", link)));
    expect(images.map(([source, text = ""]) => [source, text.trimEnd()])).toEqual([[link.path, link.description]]);
  });

  test.each([
    ["* a‸\n* b\n", /<li>\s*<p>a<\/p>\s*<div class="imageblock">/],
    ["----\na‸\n\nb\n----\nText\n", /<\/pre>\s*<\/div>\s*<\/div>\s*<div class="imageblock">/],
    ["a‸\nb\n\nc\n", /<p>a\nb<\/p>\s*<\/div>\s*<div class="imageblock">/],
    [".Title‸\n----\na\n----\n", /<\/pre>\s*<\/div>\s*<\/div>\s*<div class="imageblock">/],
    ["a:: b‸\n", /<dd>\s*<p>b<\/p>\s*<div class="imageblock">/],
    ["|===\n|a‸\n|===\n\nb\n", /<\/table>\s*<div class="imageblock">/],
  ])("finds a link in %j in its block", async (text, expected) => {
    expect(await convert(linked("asciidoc", text))).toMatch(expected);
  });

  test("resolves a path relative to the folder of images", async () => {
    const text = ":imagesdir: media/img\n\nText\n";
    const folder = imagesFolder(text.split("\n"));
    expect(folder).toBe("media/img");
    const path = posix.relative(`/docs/${folder}`, "/docs/generated/a b.png");
    const html = await convert(`${text}\n${writeLink("asciidoc", { kind: "image", path, description: "A" })}\n`);
    expect(imagesIn(html).map(([source = ""]) => posix.resolve("/docs", source))).toEqual(["/docs/generated/a b.png"]);
  });
});

test.each([
  [":imagesdir: img\n:!imagesdir:\n\na", undefined],
  [":imagesdir: img\n:imagesdir!:\n\na", undefined],
  [":imagesdir: {docdir}/img\n\na", "img"],
  [":imagesdir: https://example.com\n\na", undefined],
  ["= T\n:imagesdir: img\n\na", "img"],
])("the folder of images of %j is %j", (text, folder) => {
  expect(imagesFolder(text.split("\n"))).toBe(folder);
});

describe("Svelte", () => {
  test("reads every alternative text as text", async () => {
    const compile = functionOf(await importPackage("svelte", "5.57.3", [], "svelte/compiler"), "parse");
    for (const link of links) {
      const ast = JSON.stringify(compile(linked("component", "<div>\n  <p>Text‸</p>\n</div>\n", link), { modern: true }));
      expect(ast).not.toContain("ExpressionTag");
      expect(ast).toContain(`"data":${JSON.stringify(link.description)}`);
    }
  }, 300_000);
});

describe("MDX", () => {
  test("compiles every link, in its block", async () => {
    const compile = functionOf(await importPackage("@mdx-js/mdx", "3.1.1"), "compile");
    for (const link of links) {
      const text = String(await compile(linked("mdx", "- a‸\n- b\n", link)));
      expect(text).toContain(`alt: ${JSON.stringify(link.description)}`);
    }
  }, 300_000);
});

const hasDocutils = spawnSync("python3", ["-c", "import docutils"]).status === 0;

describe.skipIf(!hasDocutils)("docutils (skipped without it)", () => {
  const script =
    "import sys, docutils.core; sys.stdout.write(docutils.core.publish_string(sys.stdin.read(), writer_name=sys.argv[1], settings_overrides={'report_level': 1, 'output_encoding': 'unicode'}))";
  const read = (text: string, writer = "pseudoxml") =>
    execFileSync("python3", ["-c", script, writer], { input: text, encoding: "utf8", env: { ...process.env, PYTHONIOENCODING: "utf-8" } });

  test("reads every path and alternative text as they are", () => {
    const html = read(links.map((link) => writeLink("restructuredtext", link)).join("\n\n"), "html5");
    // Sphinx copies the file at this path, without decoding it.
    expect(imagesIn(html, (path) => path)).toEqual(links.map((link) => [link.path, link.description]));
  });

  test("finds a link in its block", () => {
    const text = ["- a‸\n- b\n", "Text::\n\n   a‸\n\n   b\n", ".. note::\n\n   a‸\n   b\n", "Title‸\n=====\n\nText\n"].map((one) =>
      read(linked("restructuredtext", one)),
    );
    expect(text.join("\n")).not.toContain("system_message");
    expect(text[0]).toMatch(/<list_item>\s*<paragraph>\s*a\s*<image/);
    expect(text[1]).toMatch(/<literal_block[^>]*>\s*a\s*b\s*<image/);
    expect(text[2]).toMatch(/<note>\s*<paragraph>\s*a\s*b\s*<image/);
  });
});
