/** Checks the prompt documents given as files, folders, patterns or `-`, and prints their diagnostics. */
import { globSync, statSync } from "node:fs";
import path from "node:path";
import { checkText, describe } from "../../promptFiles/checkText.ts";
import { nameDocument, readDocument } from "./readDocument.ts";

/** Returns 0 if there are no errors; warnings are printed, but do not count. */
export async function checkFiles(names: readonly string[], print: (line: string) => void): Promise<number> {
  const { files, missing } = findFiles(names, print);
  let errors = missing;
  for (const file of files) {
    const text = await readDocument(file);
    if (text === undefined) {
      print(`${file}: error: The file cannot be read.`);
      errors += 1;
      continue;
    }
    const diagnostics = await checkText(file, text);
    for (const one of diagnostics) print(describe(file, text, one));
    errors += diagnostics.filter((one) => one.severity === "error").length;
  }
  return errors > 0 ? 1 : 0;
}

/** The documents without duplicates. Prints the names without a document, and returns their number. */
export function findFiles(names: readonly string[], print: (line: string) => void): { files: ReadonlySet<string>; missing: number } {
  const found = names.map((name) => ({ name: nameDocument(name), files: expandNames(name) }));
  const missing = found.filter(({ files }) => files.length === 0);
  for (const { name } of missing) print(`${name}: error: There is no prompt document.`);
  return { files: new Set(found.flatMap(({ files }) => files)), missing: missing.length };
}

/** A folder expands to all documents below it, and a pattern that the shell has not expanded to the files that it matches. */
function expandNames(name: string): string[] {
  const found = statSync(name, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return findDocuments("**/*.gen.md", name).map((file) => path.join(name, file));
  const isPattern = found === undefined && /[*?[{]/.test(name);
  return isPattern ? findDocuments(name, process.cwd()) : [nameDocument(name)];
}

function findDocuments(pattern: string, cwd: string): string[] {
  return globSync(pattern, { cwd, exclude: ["**/node_modules/**"] }).toSorted();
}
