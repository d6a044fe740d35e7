/** How source files are connected: names that several of them export, and imports between the parts of a folder. */
import path from "node:path";
import { readImports } from "./importGraph.ts";

export interface SourceFile {
  /** With forward slashes. */
  name: string;
  text: string;
}

const exported = /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|class|const|let|interface|type|enum) (\w+)/gm;

/** Names that several files define and export, with the files. */
export function findRepeatedNames(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { name, text } of files) {
    for (const [, one = ""] of text.matchAll(exported)) found.set(one, [...(found.get(one) ?? []), name]);
  }
  return new Map([...found].filter(([, definers]) => new Set(definers).size > 1));
}

/** The folders at the top of `src`, and those at the top of its folders `editor` and `webview`. `files`: named relative to `src`. */
export function topFolders(files: readonly SourceFile[]): string[] {
  return [...new Set(files.flatMap(({ name }) => name.match(/^(?:(?:editor|webview)\/)?[^/]+(?=\/)/)?.[0] ?? []))].toSorted();
}

/** For each part of a folder, which is one of its files or a subfolder with everything in it, the other parts that it imports. */
export type PartImports = ReadonlyMap<string, ReadonlySet<string>>;

export function importsBetweenParts(files: readonly SourceFile[], folder: string): PartImports {
  const partOf = (file: string) => (file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split("/")[0] : undefined);
  const imports = new Map<string, Set<string>>();
  for (const { name, text } of files) {
    const part = partOf(name);
    if (part === undefined) continue;
    const targets = readImports(text).filter((imported) => imported.startsWith("."));
    const others = targets.flatMap((imported) => partOf(path.posix.join(path.posix.dirname(name), imported)) ?? []);
    imports.set(part, new Set([...(imports.get(part) ?? []), ...others.filter((other) => other !== part)]));
  }
  return imports;
}

/** The parts that import themselves through others. */
export function findPartsInCycles(imports: PartImports): string[] {
  const reached = (start: string): ReadonlySet<string> => {
    const found = new Set(imports.get(start));
    for (const part of found) for (const next of imports.get(part) ?? []) found.add(next);
    return found;
  };
  return [...imports.keys()].filter((part) => reached(part).has(part)).toSorted();
}
