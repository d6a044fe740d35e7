/**
 * Prints how large and how connected `src` is: its bytes with and without comments, how many exported names several files define, and for each
 * folder how often its parts (files and subfolders) import each other, and how many of them are in import cycles; how many rules and declarations the
 * styles have; and how large the largest folders are.
 * `npm run measure -- FOLDER` measures another checkout.
 */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";
import { countStyles } from "./testing/countStyles.ts";
import { findPartsInCycles, findRepeatedNames, importsBetweenParts, topFolders } from "./testing/sourceStructure.ts";

/** How many folders are named with their size. */
const largest = 40;
const source = path.resolve(process.argv[2] ?? ".", "src");
const read = (pattern: string) =>
  globSync(pattern, { cwd: source }).map((name) => ({
    name: name.split(path.sep).join("/"),
    text: readFileSync(path.join(source, name), "utf8"),
  }));
const files = read("**/*.{ts,tsx}");

/** A comment that fills its lines goes with them. */
function withoutComments(name: string, text: string): string {
  let rest = "";
  let from = 0;
  for (const { start, end } of parseSync(name, text).comments) {
    rest += text.slice(from, start);
    from = end;
  }
  return (rest + text.slice(from)).replaceAll(/^[ \t]*\n/gm, "");
}

function measureFolder(folder: string) {
  const imports = importsBetweenParts(files, folder);
  const between = [...imports.values()].reduce((sum, { size }) => sum + size, 0);
  return { folder, parts: imports.size, imports: between, "parts in cycles": findPartsInCycles(imports).length };
}

/** Of the folders below the top ones, with what is in them: what a feature costs. */
function bytesByFolder(): [folder: string, bytes: number][] {
  const folderOf = (name: string) => name.split("/").slice(0, -1).slice(0, 2).join("/");
  const grouped = Map.groupBy(files, ({ name }) => folderOf(name));
  const sizes = [...grouped].map(([folder, own]): [string, number] => [
    folder,
    bytesOf(own.map(({ name, text }) => withoutComments(name, text))),
  ]);
  return sizes.toSorted(([, one], [, other]) => other - one);
}

const bytesOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
console.log(`files: ${files.length}`);
console.log(`bytes: ${bytesOf(files.map(({ text }) => text))}`);
console.log(`bytes without comments: ${bytesOf(files.map(({ name, text }) => withoutComments(name, text)))}`);
console.log(`exported names that several files define: ${findRepeatedNames(files).size}`);
const styles = countStyles(read("**/*.css"));
console.log(`styles: ${styles.rules} rules, ${styles.declarations} declarations, of which ${styles.distinctDeclarations} are distinct`);
console.table(
  topFolders(files)
    .map(measureFolder)
    .filter(({ parts, imports }) => parts > 5 && imports > 0),
);
console.log("bytes without comments of the largest folders:");
for (const [folder, bytes] of bytesByFolder().slice(0, largest)) console.log(`${String(bytes).padStart(9)}  ${folder}`);
