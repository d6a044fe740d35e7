/** Files and folders in; a line for each thing that is wrong with their prompt documents, and an exit code, out. */
import { globSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { diagnose } from "../../src/prompt/diagnose.ts";
import type { Diagnostic } from "../../src/prompt/diagnostic.ts";
import { parsePromptDocument } from "../../src/prompt/promptDocument.ts";
import { findLineStarts, positionAt } from "../../src/prompt/textRange.ts";
import { gatherFiles } from "./documentFolder.ts";

/** 0: no errors; warnings are printed, and do not count. */
export async function checkFiles(names: readonly string[], print: (line: string) => void): Promise<number> {
  let errors = 0;
  for (const file of names.flatMap(expandFolder)) {
    const text = await readFile(file, "utf8").catch(() => undefined);
    if (text === undefined) {
      print(`${file}: error: The file cannot be read.`);
      errors += 1;
      continue;
    }
    const found = await checkText(file, text);
    for (const one of found) print(describe(file, text, one));
    errors += found.filter((one) => one.severity === "error").length;
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

function expandFolder(name: string): string[] {
  const isFolder = statSync(name, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!isFolder) return [name];
  return globSync("**/*.gen.md", { cwd: name, exclude: ["**/node_modules/**"] })
    .toSorted()
    .map((file) => path.join(name, file));
}
