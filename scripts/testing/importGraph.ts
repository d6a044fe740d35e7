/** Finds the test files that depend on given files. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import * as esbuild from "esbuild";
import { repositoryFolder } from "../vscodeHost/serverLocation.ts";

/** For each file or folder, the files that import it, or name it in a string, as workers and fixtures are named. */
export type Importers = ReadonlyMap<string, ReadonlySet<string>>;

/** A path in a string of a source text: relative, or from the repository's folder on. */
const namedPath = /["'`](\.{1,2}\/|src\/|test\/)([\w./-]+)/g;

/** All paths are below the repository, with `/` between their parts. */
export async function readImporters(entryPoints: readonly string[]): Promise<Importers> {
  const { metafile } = await esbuild.build({
    entryPoints: [...entryPoints],
    absWorkingDir: repositoryFolder,
    outdir: "out",
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    packages: "external",
    // It is built, and imported by that name.
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

/** The files themselves and all that import them, directly or not. */
export function findDependents(importers: Importers, files: readonly string[]): Set<string> {
  const found = new Set(files);
  for (const file of found) {
    for (const importer of importers.get(file) ?? []) found.add(importer);
    // Who names a folder depends on what is in it; `src` and `test` themselves say too little.
    const folder = path.posix.dirname(file);
    if (folder.includes("/") && importers.has(folder)) found.add(folder);
  }
  return found;
}
