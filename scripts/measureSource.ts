/**
 * Measures how large and how simple `src` is: bytes with and without comments, exported names that several files define, and for each folder
 * with rooms (loose files and folders) the arrows between them, with those that run in a circle. `node scripts/measureSource.ts [FOLDER]`
 * measures another checkout.
 */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";
import { readImports } from "./testing/importGraph.ts";

const folder = path.resolve(process.argv[2] ?? ".", "src");
const files = globSync("**/*.{ts,tsx}", { cwd: folder }).map((name) => ({
  name: name.split(path.sep).join("/"),
  text: readFileSync(path.join(folder, name), "utf8"),
}));

const exported = /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|class|const|let|interface|type|enum) (\w+)/gm;

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

function countRepeated(): number {
  const definers = new Map<string, Set<string>>();
  for (const { name, text } of files) {
    for (const [, one = ""] of text.matchAll(exported)) definers.set(one, (definers.get(one) ?? new Set()).add(name));
  }
  return [...definers.values()].filter(({ size }) => size > 1).length;
}

interface Rooms {
  rooms: number;
  arrows: number;
  inCircles: number;
}

function measureRooms(parent: string): Rooms {
  const roomOf = (file: string) => (file.startsWith(`${parent}/`) ? file.slice(parent.length + 1).split("/")[0] : undefined);
  const arrows = new Map<string, Set<string>>();
  for (const { name, text } of files) {
    const room = roomOf(name);
    if (room === undefined) continue;
    const targets = readImports(text).filter((imported) => imported.startsWith("."));
    const others = targets.flatMap((imported) => roomOf(path.posix.join(path.posix.dirname(name), imported)) ?? []);
    arrows.set(room, new Set([...(arrows.get(room) ?? []), ...others.filter((other) => other !== room)]));
  }
  const reached = (start: string) => {
    const found = new Set(arrows.get(start));
    for (const room of found) for (const next of arrows.get(room) ?? []) found.add(next);
    return found;
  };
  const inCircles = [...arrows.keys()].filter((room) => reached(room).has(room)).length;
  return { rooms: arrows.size, arrows: [...arrows.values()].reduce((sum, { size }) => sum + size, 0), inCircles };
}

const bytesOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
console.log(`files: ${files.length}`);
console.log(`bytes: ${bytesOf(files.map(({ text }) => text))}`);
console.log(`bytes without comments: ${bytesOf(files.map(({ name, text }) => withoutComments(name, text)))}`);
console.log(`exported names that several files define: ${countRepeated()}`);
const parents = [...new Set(files.flatMap(({ name }) => name.match(/^(?:(?:editor|webview)\/)?[^/]+(?=\/)/)?.[0] ?? []))].toSorted();
const measured = parents.map((name) => ({ folder: name, ...measureRooms(name) })).filter(({ rooms, arrows }) => rooms > 5 && arrows > 0);
console.table(measured);
