/** The links of every document lead to existing files and headings. */
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { documents, repository } from "./repositoryFiles.ts";

interface Link {
  document: string;
  target: string;
}

const links: Link[] = documents
  .filter(({ name }) => !name.startsWith("examples/"))
  .flatMap(({ name, text }) => [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => ({ document: name, target })))
  .filter(({ target }) => !/^[a-z]+:/.test(target));

test("relative links lead to files", () => {
  const broken = links.filter(({ document, target }) => !existsSync(resolve(document, target)));
  expect(broken).toEqual([]);
});

test("links into a document lead to one of its headings", () => {
  const broken = links.filter(({ document, target }) => {
    const [, heading] = target.split("#");
    if (heading === undefined) return false;
    const name = path.relative(repository, resolve(document, target)).replaceAll(path.sep, "/");
    const headings = documents.find((candidate) => candidate.name === name)?.text.match(/^#+ .+$/gm) ?? [];
    return !headings.map(anchor).includes(heading);
  });
  expect(broken).toEqual([]);
});

test("the README fits on a few screens, and what explains the design into a terminal", () => {
  const readme = documents.find(({ name }) => name === "README.md");
  expect(readme?.text.trimEnd().split("\n").length).toBeLessThanOrEqual(110);
  const explained = documents.filter(({ name }) => name === "docs/architecture.md" || name.startsWith("docs/decisions/"));
  const isLong = (line: string) => line.length > 120 && !line.startsWith("|");
  expect(explained.filter(({ text }) => text.split("\n").some(isLong)).map(({ name }) => name)).toEqual([]);
});

test("images are bitmaps, which the marketplace shows", () => {
  const drawings = documents.filter(({ text }) => /!\[[^\]]*\]\([^)]*\.svg\)/.test(text));
  expect(drawings).toEqual([]);
});

function resolve(document: string, target: string): string {
  const [file = ""] = target.split("#");
  return file === "" ? path.join(repository, document) : path.join(repository, path.dirname(document), file);
}

function withoutCode(text: string): string {
  return text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, "");
}

function anchor(heading: string): string {
  return heading
    .replace(/^#+ /, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
}
