/** The repository's own source files and documents, with their text. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";

export const repository = path.resolve(import.meta.dirname, "..", "..", "..");

export interface RepositoryFile {
  /** Relative to the repository, with forward slashes. */
  name: string;
  text: string;
}

export const sources = read(["src/**/*.{ts,tsx}", "test/**/*.{ts,tsx}", "scripts/**/*.{ts,mjs}", "*.{ts,mjs}"]);
export const documents = read(["*.md", "docs/**/*.md", "test/**/*.md", "examples/**/*.md"]);

function read(patterns: string[]): RepositoryFile[] {
  return globSync(patterns, { cwd: repository, exclude: ["test/fixtures/**"] })
    .toSorted()
    .map((name) => ({ name: name.replaceAll(path.sep, "/"), text: readFileSync(path.join(repository, name), "utf8") }));
}
