/** Links and their location, as the languages' own readers see them. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import MarkdownIt from "markdown-it";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { importPackage } from "../../../../../scripts/testing/installPackage.ts";
import { imagesFolder } from "../../../../../src/editor/artifacts/blockEnd/asciidoc.ts";
import { insertBlock } from "../../../../../src/editor/artifacts/insertBlock.ts";
import type { LinkLanguage } from "../../../../../src/editor/artifacts/linkLanguages.ts";
import { writeLink } from "../../../../../src/editor/artifacts/linkSyntax.ts";
import { encodePng } from "../../../../../src/media/images/encodePng.ts";

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
function functionIn(module: unknown, name: string): (...values: readonly unknown[]) => unknown {
  const isModule = (typeof module === "object" && module !== null) || typeof module === "function";
  const found = isModule ? Reflect.get(module, name) : undefined;
  if (typeof found !== "function") throw new Error(`The package has no function ${name}.`);
  return found;
}
function functionOf(module: unknown, name: string): (...values: readonly unknown[]) => unknown {
  const found = functionIn(module, name);
  return (...values) => Reflect.apply(found, module, values);
}
/** `src` and `alt` of the images in HTML. */
const imagesIn = (html: string, read = decodeURIComponent) =>
  [...html.matchAll(/<img\b[^>]*>/g)].map(([tag]) => [
    read(unescapeHtml(/src="([^"]*)"/.exec(tag)?.[1] ?? "")),
    unescapeHtml(/alt="([^"]*)"/.exec(tag)?.[1] ?? ""),
  ]);

describe("Asciidoctor", () => {
  let convert: (text: string, options?: Record<string, unknown>) => Promise<string>;
  beforeAll(async () => {
    const run = functionOf(await importPackage("@asciidoctor/core", "4.1.0"), "convert");
    convert = async (text, options = {}) => String(await run(text, { safe: "safe", standalone: false, ...options }));
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

  test("embeds an image of any name (`data-uri`)", async () => {
    const folder = await mkdtemp(join(tmpdir(), "generation-studio-asciidoc-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const png = encodePng({ width: 1, height: 1, channels: 3, data: new Uint8Array(3) });
    for (const path of ["a b.png", "füchse/狐.png", "❤️ 1.png", "it's (a) cat!.png", "a,b;c=d.png"]) {
      await mkdir(join(folder, posix.dirname(path)), { recursive: true });
      await writeFile(join(folder, path), png);
      const html = await convert(writeLink("asciidoc", { kind: "image", path, description: "A" }), {
        base_dir: folder,
        attributes: { "data-uri": "" },
      });
      expect(imagesIn(html), path).toEqual([[`data:image/png;base64,${Buffer.from(png).toString("base64")}`, "A"]]);
    }
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
    const compile = functionOf(await importPackage("svelte", "5.57.3", undefined, "svelte/compiler"), "parse");
    for (const link of links) {
      const ast = JSON.stringify(compile(linked("component", "<div>\n  <p>Text‸</p>\n</div>\n", link), { modern: true }));
      expect(ast).not.toContain("ExpressionTag");
      expect(ast).toContain(`"data":${JSON.stringify(link.description)}`);
    }
  }, 300_000);
});

describe("Liquid and markdown-it", () => {
  test.each(["{% if a %}", "{{ page.title }}", "a {%- b", "{# c #} {x}", "&#123;"])(
    "a link with %j shows it",
    async (description) => {
      const engine: unknown = Reflect.construct(functionIn(await importPackage("liquidjs", "10.30.1"), "Liquid"), []);
      const rendered = await functionOf(
        engine,
        "parseAndRender",
      )(linked("markdown", "Text‸\n", { kind: "image", path: "a.png", description }));
      expect(imagesIn(new MarkdownIt().render(String(rendered)))).toEqual([["a.png", description]]);
    },
    300_000,
  );
});

describe("MDX", () => {
  test("compiles every link, in its block, and code that it is inserted below", async () => {
    const compile = functionOf(await importPackage("@mdx-js/mdx", "3.1.1"), "compile");
    for (const code of ["export const a = {\n  b: 1,‸\n\n  c: '}'\n}\n\nx\n", "{/* a‸\n\nb } */}\n", "<A b={[\n  1,‸\n\n  2\n]} />\n"])
      expect(String(await compile(linked("mdx", code)))).toContain('alt: "A boat"');
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

/** A folder with an image at each path, and a document that shows them. */
async function documentFolder(name: string, write: (link: (typeof links)[number]) => string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "generation-studio-reader-"));
  for (const { path } of links) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), encodePng({ width: 1, height: 1, channels: 3, data: new Uint8Array(3) }));
  }
  await writeFile(join(folder, name), links.map(write).join("\n\n"));
  return folder;
}

const hasSphinx = spawnSync("sphinx-build", ["--version"]).status === 0;

describe.skipIf(!hasSphinx)("Sphinx (skipped without it)", () => {
  test("copies every image, and shows it with its alternative text", async () => {
    const folder = await documentFolder("index.rst", (link) => linked("restructuredtext", "- a‸\n- b\n\nText\n", link));
    await writeFile(join(folder, "conf.py"), "");
    const run = spawnSync("sphinx-build", ["-W", "--keep-going", "-b", "html", folder, join(folder, "out")], { encoding: "utf8" });
    expect([run.status, run.stderr]).toEqual([0, ""]);
    const shown = imagesIn(await readFile(join(folder, "out", "index.html"), "utf8"));
    expect(shown.map(([, alt]) => alt)).toEqual(links.map(({ description }) => description));
    const copied = await readdir(join(folder, "out", "_images"));
    expect(copied.toSorted()).toEqual(links.map(({ path }) => posix.basename(path)).toSorted());
    await rm(folder, { recursive: true });
  });
});

const hasLatex = spawnSync("pdflatex", ["--version"]).status === 0;

describe.skipIf(!hasLatex)("LaTeX (skipped without it)", () => {
  test.each([
    ["text", (link: string) => link],
    ["the argument of a command", (link: string) => `\\shown{${link}}`],
  ])("finds every image in %s", async (_, wrap) => {
    const folder = await documentFolder("body.tex", (link) => wrap(writeLink("latex", link)));
    const main = "\\documentclass{article}\\usepackage{graphicx}\\newcommand{\\shown}[1]{#1}\\begin{document}\\input{body}\\end{document}";
    await writeFile(join(folder, "main.tex"), main);
    const run = spawnSync("pdflatex", ["-interaction=nonstopmode", "-halt-on-error", "main.tex"], { cwd: folder, encoding: "utf8" });
    expect(run.stdout).not.toContain("! ");
    // TeX divides its lines.
    const printed = run.stdout.replaceAll("\n", "");
    for (const { path } of links) expect(printed).toContain(`<./${path}`);
    await rm(folder, { recursive: true });
  });
});

describe("Typst", () => {
  test("reads every image with its alternative text", async () => {
    const module = await importPackage("@myriaddreamin/typst-ts-node-compiler", "0.7.0");
    const compiler = Object(module).NodeCompiler;
    const folder = await documentFolder("main.typ", (link) => linked("typst", "- a‸\n", link));
    const created = functionOf(compiler, "create")({ workspace: folder });
    const found = functionOf(created, "query")({ mainFilePath: join(folder, "main.typ") }, { selector: "image" });
    const shown = (Array.isArray(found) ? found : []).map(({ source, path, alt }) => [source ?? path, alt]);
    expect(shown).toEqual(links.map((link) => [link.path, link.description]));
    await rm(folder, { recursive: true });
  });
});

const hasPandoc = spawnSync("pandoc", ["--version"]).status === 0;

describe.skipIf(!hasPandoc)("pandoc (skipped without it)", () => {
  const read = (language: "org" | "latex", link: (typeof links)[number], kind: "image" | "audio") =>
    execFileSync("pandoc", ["-f", language, "-t", "html"], { input: writeLink(language, { ...link, kind }), encoding: "utf8" });
  // It encodes only some signs.
  const pathOf = (address: string) => address.replaceAll("%20", " ").replaceAll("%7B", "{").replaceAll("%7D", "}");
  // It does not know the escapes of brackets in links, which Org has since version 9.3.
  const readable = links.filter(({ path }) => !/[[\]]/.test(path));

  test("takes no name of a reference image in Markdown for a citation", () => {
    for (const description of ["@image1 beside [@image2]", "-@a, [-@b, p. 3] a@b.example"])
      for (const kind of ["image", "audio"] as const) {
        const json = execFileSync("pandoc", ["-f", "markdown", "-t", "json"], {
          input: writeLink("markdown", { kind, path: "a.png", description }),
          encoding: "utf8",
        });
        expect(json).toContain("@");
        expect(json).not.toContain('"Cite"');
      }
  });

  test.each(readable)("reads $path with $description in Org", (link) => {
    const visible = (text: string) => text.replaceAll("\u200b", "");
    expect(imagesIn(read("org", link, "image"), pathOf).map(([path, text = ""]) => [path, visible(text)])).toEqual([
      [link.path, link.description],
    ]);
  });

  test.each(readable)("reads a sound at $path with $description in LaTeX", (link) => {
    const [, path = "", text = ""] = /href="run:([^"]*)">(.*)<\/a>/.exec(read("latex", link, "audio").replaceAll("\n", " ")) ?? [];
    const plain = (one: string) => one.replaceAll(/[‘’]/g, "`").replaceAll(/[“”]/g, '"');
    expect([pathOf(unescapeHtml(path)), plain(unescapeHtml(text))]).toEqual([link.path, link.description]);
  });
});

describe("in a component of Vue, the build takes the file of", () => {
  test.each(["image", "audio", "video"] as const)("a link to %s", async (kind) => {
    const compile = functionOf(await importPackage("@vue/compiler-sfc", "3.5.45"), "compileTemplate");
    const path = { image: "./a.png", audio: "./a.mp3", video: "./a.mp4" }[kind];
    const source = writeLink("component", { kind, path, description: "A boat {b}" });
    const compiled = JSON.stringify(compile({ source, id: "a", filename: "a.vue" }));
    expect(compiled).toContain(`from '${path}'`);
    expect(compiled).not.toContain('"errors":["');
  });
});
