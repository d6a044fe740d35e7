/** Checks the prompt documents that files, folders, patterns and `-` name, and prints their diagnostics. */
import { globSync, statSync } from "node:fs";
import path from "node:path";
import { diagnose } from "../../prompt/diagnose.ts";
import type { Diagnostic } from "../../prompt/diagnostic.ts";
import { parsePromptDocument } from "../../prompt/promptDocument.ts";
import { findLineStarts, positionAt } from "../../prompt/textRange.ts";
import { gatherFiles } from "./documentFolder.ts";
import { nameDocument, readDocument } from "./readDocument.ts";

/** 0: no errors; warnings are printed, and do not count. */
export async function checkFiles(names: readonly string[], print: (line: string) => void): Promise<number> {
  let errors = 0;
  const found = names.map((name) => ({ name: nameDocument(name), files: expandNames(name) }));
  for (const { name } of found.filter(({ files }) => files.length === 0)) {
    print(`${name}: error: There is no prompt document.`);
    errors += 1;
  }
  for (const file of new Set(found.flatMap(({ files }) => files))) {
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

export async function checkText(file: string, text: string): Promise<Diagnostic[]> {
  const document = parsePromptDocument(text);
  return diagnose(document, { files: await gatherFiles(file, document) });
}

/** `file:line:column`, both counted from 1, the column in UTF-16 code units as editors count. */
export function describe(file: string, text: string, one: Diagnostic): string {
  const { line, character } = positionAt(findLineStarts(text), one.range.start);
  return `${file}:${line + 1}:${character + 1}: ${one.severity}: ${one.message} [${one.code}]`;
}

/** A folder stands for every document below it, and a pattern that the shell has left alone for the files that it matches. */
export function expandNames(name: string): string[] {
  const found = statSync(name, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return findDocuments("**/*.gen.md", name).map((file) => path.join(name, file));
  const isPattern = found === undefined && /[*?[{]/.test(name);
  return isPattern ? findDocuments(name, process.cwd()) : [nameDocument(name)];
}

function findDocuments(pattern: string, cwd: string): string[] {
  return globSync(pattern, { cwd, exclude: ["**/node_modules/**"] }).toSorted();
}
