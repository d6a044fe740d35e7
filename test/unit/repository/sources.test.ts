/** Checks that every source file follows the rules of CONTRIBUTING.md. */
import { globSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { withReplacedModules } from "../../../vitest.config.ts";
import { documents, type RepositoryFile, repository, sources } from "./repositoryFiles.ts";

const names = (files: readonly RepositoryFile[]) => files.map(({ name }) => name);
const longest = 400;

describe("every source file", () => {
  test("begins with a summary, unless an export's comment contains it", () => {
    const summary = /^(?:#!.*\n)?\/\*\*\s(?:(?!\*\/)[\s\S])*[.:?]/;
    const comment = /\*\/\nexport /;
    expect(names(sources.filter(({ text }) => !summary.test(text) && !comment.test(text)))).toEqual([]);
  });

  test("begins with a sentence, not with a list of inputs and outputs", () => {
    const inAndOut = /^(?:#!.*\n)?\/\*(?:(?!\*\/)[\s\S])*\bin[;,.:](?:(?!\*\/)[\s\S])*\bout\b/;
    expect(names(sources.filter(({ text }) => inAndOut.test(text)))).toEqual([]);
  });

  test(`has at most ${longest} lines`, () => {
    expect(names(sources.filter(({ text }) => text.split("\n").length > longest + 1))).toEqual([]);
  });

  test("is named in full words, in camel case, a component with a capital", () => {
    const proper = /^(?:[a-z][A-Za-z0-9]*(?:\.(?:test|bench|config|d))?\.(?:ts|mjs|tsx)|[A-Z][A-Za-z0-9]*\.tsx)$/;
    const vague = /util|helper|manager|misc/i;
    expect(names(sources).filter((name) => !proper.test(path.basename(name)) || vague.test(path.basename(name)))).toEqual([]);
  });

  test("hides members by `#`, which also holds at run time, and only constructors by `private`", () => {
    expect(names(sources.filter(({ text }) => /^\s+private (?!constructor\()/m.test(text)))).toEqual([]);
  });

  test("contains no marker of unfinished work", () => {
    const marks = new RegExp(`\\b(?:${["TO", "DO"].join("")}|${["FIX", "ME"].join("")})\\b`);
    expect(names(sources.filter(({ text }) => marks.test(text)))).toEqual([]);
  });

  test("silences no rule of the type checker", () => {
    const silenced = new RegExp(["@ts", "(?:ignore|nocheck|expect-error)"].join("-"));
    expect(names(sources.filter(({ text }) => silenced.test(text)))).toEqual([]);
  });
});

describe("sources and documents", () => {
  test("contain no machine's paths and no registries", () => {
    const foreign = new RegExp(`(?<![.\\w])/(?:${["wo", "rk"].join("")}|root|home)/|${["registry", "npmjs"].join(".")}`);
    expect(names([...sources, ...documents].filter(({ text }) => foreign.test(text)))).toEqual([]);
  });

  test("import files with their extension", () => {
    // One import is a build result without a source file: the bundle for the frame of diagrams.
    const bare = /(?:from|import\() ?"\.{1,2}\/[^"]*(?<!\.(?:ts|tsx|mjs|css|json|node)|\/diagramFrame\.js)"/;
    expect(names(sources.filter(({ text }) => bare.test(text)))).toEqual([]);
  });
});

test("what depends on the kind is in the table of kinds: no condition names two kinds, and no list names all", () => {
  const compared = (operator: string) => `\\bkind\\b[^\\n;|&]*${operator} "(?:text|image|audio|video)"`;
  const condition = new RegExp(`${compared("===")} \\|\\| [^\\n;|&]*${compared("===")}|${compared("!==")} && [^\\n;|&]*${compared("!==")}`);
  const list = /\[(?:"text", )?"image", "audio", "video"\]/;
  const found = sources.filter(({ name, text }) => name.startsWith("src/") && (condition.test(text) || list.test(text)));
  expect(names(found)).toEqual(["src/contract/kind.ts"]);
});

test("a file that replaces a module is not run with files that have loaded the module already", () => {
  const alone = globSync([...withReplacedModules, "test/unit/**/{more,long}/*.test.ts"], { cwd: repository });
  const replacing = sources.filter(({ name, text }) => /^test\/unit\/.*\.test\.ts$/.test(name) && /^vi\.mock\(/m.test(text));
  expect(names(replacing).filter((name) => !alone.includes(path.normalize(name)))).toEqual([]);
});
