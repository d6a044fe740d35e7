/** Checks the prompt documents given as files, folders, patterns or `-`, and prints their diagnostics. */
import { globSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import type { ModelFact } from "../../prompt/facts.ts";
import { checkText, describeDiagnostic } from "../../prompt/files/checkText.ts";
import { nameDocument, readDocument, standardInput } from "./readDocument.ts";

/** Returns 0 if there are no errors; warnings are printed, but do not count. `models`: undefined: they are not checked. */
export async function checkDocuments(
  names: readonly string[],
  print: (line: string) => void,
  models?: readonly ModelFact[],
): Promise<number> {
  let errors = 0;
  const { files } = findFiles(names, (line) => {
    print(line);
    errors += 1;
  });
  for (const { file } of files) {
    // Nothing is sent, wherever a link leads.
    const read = await readDocument(file);
    if ("error" in read) {
      print(`${file}: error: ${read.error}`);
      errors += 1;
      continue;
    }
    const { text } = read;
    const diagnostics = await checkText(file, text, { models });
    for (const one of diagnostics) print(describeDiagnostic(file, text, one));
    errors += diagnostics.filter((one) => one.severity === "error").length;
  }
  return errors > 0 ? 1 : 0;
}

export interface MatchedDocument {
  file: string;
  /** Where links may lead: of what a folder or a pattern has found, nobody has seen that it is a link. Empty: its user has named it. */
  folders: readonly string[];
}

/** The documents, each once however often and in whichever way it is named. Reports names without a document. */
export function findFiles(names: readonly string[], reportMissing: (line: string, name: string) => void): { files: MatchedDocument[] } {
  const found = new Map<string, MatchedDocument>();
  for (const argument of names) {
    const files = expandNames(argument);
    const name = nameDocument(argument);
    if (files.length === 0) reportMissing(`${name}: error: There is no prompt document.`, name);
    for (const one of files) {
      const id = identify(one.file);
      if (!found.has(id) || one.folders.length === 0) found.set(id, one);
    }
  }
  return { files: [...found.values()] };
}

/** The same for all paths of a file. */
export function identify(file: string): string {
  if (file === standardInput) return file;
  try {
    return realpathSync.native(file);
  } catch {
    return path.resolve(file);
  }
}

/** A folder expands to all documents below it, and a pattern that the shell has not expanded to the files that it matches. */
function expandNames(name: string): MatchedDocument[] {
  const found = statSync(name, { throwIfNoEntry: false });
  const foundIn = (folder: string, files: readonly string[]) => files.map((file) => ({ file, folders: [folder, process.cwd()] }));
  if (found?.isDirectory() === true)
    return foundIn(
      name,
      findDocuments("**/*.gen.md", name).map((file) => path.join(name, file)),
    );
  const wildcard = found === undefined ? name.search(/[*?[{]/) : -1;
  if (wildcard < 0) return [{ file: nameDocument(name), folders: [] }];
  return foundIn(path.dirname(`${name.slice(0, wildcard)}_`), findDocuments(name, process.cwd()));
}

function findDocuments(pattern: string, cwd: string): string[] {
  // A folder is no document, and reading a pipe or a device could take for ever. A link that leads nowhere is reported later.
  const isReadable = (file: string) => statSync(path.resolve(cwd, file), { throwIfNoEntry: false })?.isFile() !== false;
  return globSync(pattern, { cwd, exclude: ["**/node_modules/**"] })
    .filter(isReadable)
    .toSorted();
}
