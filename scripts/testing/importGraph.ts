/** Finds the test files that depend on given files, and reads the imports of a file. */
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import * as esbuild from "esbuild";
import { repositoryFolder } from "../vscodeHost/serverLocation.ts";

/** For each file or folder, the files that import it, or contain its path in a string, as for workers and fixtures. */
export type Importers = ReadonlyMap<string, ReadonlySet<string>>;

/** A path in a string of a source text, relative to its file or to the repository's folder. */
const namedPath = /["'`](\.{1,2}\/|src\/|test\/)([\w./-]+)/g;

/** Imports, also of types only, and re-exports; the formatter writes them at the start of a line, with double quotes. */
const importSyntax = /^(?:import|export)\b(?:[^"';`]*?\bfrom)?\s*"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/gm;

/** What a TypeScript file imports, as written. esbuild, which finds the importers below, leaves out types. */
export function readImports(text: string): string[] {
  return [...text.matchAll(importSyntax)].flatMap(([, fixed, dynamic]) => fixed ?? dynamic ?? []);
}

/** All paths are relative to the repository, with `/` as separator. */
export async function readImporters(tests: readonly string[]): Promise<Importers> {
  const { metafile } = await esbuild.build({
    // Tests build the webview's pages from paths, which are not imports.
    entryPoints: [...tests, ...globSync("src/webview/**/main.{ts,tsx}", { cwd: repositoryFolder })],
    absWorkingDir: repositoryFolder,
    outdir: "out",
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    packages: "external",
    // A build output, which is imported by that name.
    external: ["*/diagramFrame.js"],
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".ttf": "empty", ".css": "empty" },
    logLevel: "error",
  });
  const importers = new Map<string, Set<string>>();
  const add = (imported: string, importer: string) => {
    const found = importers.get(imported) ?? new Set<string>();
    importers.set(imported, found.add(importer));
  };
  for (const [file, { imports }] of Object.entries(metafile.inputs)) {
    for (const { path: imported, external } of imports) if (external !== true) add(imported, file);
    const text = await readFile(path.join(repositoryFolder, file), "utf8");
    for (const [, start = "", rest = ""] of text.matchAll(namedPath)) {
      const folder = start.startsWith(".") ? path.posix.dirname(file) : "";
      add(path.posix.join(folder, start + rest).replace(/\/$/, ""), file);
    }
  }
  return importers;
}

/** The files themselves and all that import them, directly or indirectly. */
export function findDependents(importers: Importers, files: readonly string[]): Set<string> {
  const found = new Set(files);
  for (const file of found) {
    for (const importer of importers.get(file) ?? []) found.add(importer);
    // A file that names a folder depends on its contents, except for `src` and `test`, which are too general.
    const folder = path.posix.dirname(file);
    if (folder.includes("/") && importers.has(folder)) found.add(folder);
  }
  return found;
}
