/** The bytes of a package's WebAssembly: in the sources those of its package, in a build a copy beside the chunks (`esbuild.mjs`). */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** @param specifier with which the package exports the file. @param name The file's name. */
export function readWasm(specifier: string, name: string): Promise<Buffer> {
  if (import.meta.url.endsWith(".ts")) return readFile(fileURLToPath(import.meta.resolve(specifier)));
  const folders = [".", "chunks", "../chunks"].map((folder) => path.join(import.meta.dirname, folder, name));
  return readFile(folders.find((file) => existsSync(file)) ?? path.join(import.meta.dirname, name));
}
