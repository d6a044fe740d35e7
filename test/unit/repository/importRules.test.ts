/** Checks every import of `src/` against the table of `docs/architecture.md`. */
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readImports } from "../../../scripts/testing/importGraph.ts";
import { findPartsInCycles, importsBetweenParts, topFolders } from "../../../scripts/testing/sourceStructure.ts";
import { documents, sources } from "./repositoryFiles.ts";

interface Rule {
  folders: ReadonlySet<string>;
  /** `hono/*` stands for every module of the package, `node:` for those of Node. */
  packages: readonly string[];
}

const table = documents.find(({ name }) => name === "docs/architecture.md")?.text ?? "";
const rules = new Map(readRules(table));

function readRules(text: string): [string, Rule][] {
  const rows = text
    .slice(text.indexOf("| folder | purpose | may import |"), text.indexOf("A folder contains those below it"))
    .matchAll(/^\| (`.+?`) \|.*\| (.+?) \|$/gm);
  return [...rows].flatMap(([, names = "", allowed = ""]) => {
    const parts = allowed.split(", ");
    const packages = parts.flatMap((part) => (part.startsWith("`") ? [part.replaceAll("`", "")] : []));
    const rule = { folders: new Set(parts.filter((part) => !part.startsWith("`"))), packages };
    return [...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]): [string, Rule] => [name, rule]);
  });
}

/** The row of the table that a file below `src` belongs to; undefined: none. */
function rowOf(file: string): string | undefined {
  return [...rules.keys()].filter((name) => file === name || file.startsWith(`${name}/`)).toSorted((a, b) => b.length - a.length)[0];
}

/** The imports that the table does not allow. `file`: relative to `src`. */
function forbidden(file: string, text: string): string[] {
  const own = rowOf(file);
  const rule = own === undefined ? undefined : rules.get(own);
  return readImports(text).filter((imported) => {
    if (rule === undefined) return true;
    if (!imported.startsWith(".")) return !rule.packages.some((name) => allows(name, imported));
    const row = rowOf(path.posix.join(path.posix.dirname(file), imported));
    return row === undefined || (row !== own && !rule.folders.has(row));
  });
}

function allows(name: string, imported: string): boolean {
  if (name === "node:" || name.endsWith("/*")) return imported.startsWith(name.replace("*", ""));
  return imported === name;
}

const files = sources.filter(({ name }) => name.startsWith("src/")).map(({ name, text }) => ({ name: name.slice("src/".length), text }));

test("every import of the sources is in the table", () => {
  const broken = files.flatMap(({ name, text }) => forbidden(name, text).map((imported) => `${name} imports ${imported}`));
  expect(broken).toEqual([]);
});

test("the table has a row for every folder, and no other", () => {
  expect(files.filter(({ name }) => rowOf(name) === undefined)).toEqual([]);
  const names = [...rules.keys()];
  expect(names.filter((row) => !files.some(({ name }) => rowOf(name) === row))).toEqual([]);
  expect([...rules.values()].flatMap(({ folders }) => [...folders]).filter((name) => !rules.has(name))).toEqual([]);
});

test("no part of a folder is in an import cycle of its parts", () => {
  const found = topFolders(files).flatMap((folder) =>
    findPartsInCycles(importsBetweenParts(files, folder)).map((part) => `${folder}/${part}`),
  );
  expect(found).toEqual([]);
});

describe("each way of importing", () => {
  test.each([
    ["import", 'import { thing } from "MODULE";\n'],
    ["import of several lines", 'import {\n  type Thing,\n  other,\n} from "MODULE";\n'],
    ["type import", 'import type { Thing } from "MODULE";\n'],
    ["import for its effects", 'import "MODULE";\n'],
    ["dynamic import", 'export const load = () => import("MODULE");\n'],
    ["type of a dynamic import", 'export type Thing = typeof import("MODULE");\n'],
    ["re-export", 'export { thing } from "MODULE";\nexport * from "MODULE";\n'],
  ])("%s is checked", (_, text) => {
    const broken = (file: string, module: string) => forbidden(file, text.replaceAll("MODULE", module)).length > 0;
    for (const [file, module] of refused) expect([file, module, broken(file, module)]).toEqual([file, module, true]);
    for (const [file, module] of accepted) expect([file, module, broken(file, module)]).toEqual([file, module, false]);
  });

  const refused = [
    ["contract/kind.ts", "zod"],
    ["contract/kind.ts", "../client/serviceError.ts"],
    ["client/serviceError.ts", "../service/service.ts"],
    ["service/service.ts", "../client/serviceError.ts"],
    ["prompt/compile/compile.ts", "node:fs"],
    ["generations/task.ts", "vscode"],
    ["webview/chat/main.tsx", "../../client/serviceError.ts"],
    ["editor/chat/speech/speak.ts", "../../generate/register.ts"],
    ["editor/artifacts/insertLink.ts", "../requests/budget.ts"],
    ["editor/base/report.ts", "../chat/register.ts"],
    ["editor/base/report.ts", "../../providers/provider.ts"],
    ["unknown/file.ts", "../contract/kind.ts"],
  ] as const;
  const accepted = [
    ["contract/kind.ts", "./limits.ts"],
    ["client/serviceError.ts", "../contract/limits.ts"],
    ["service/store/open.ts", "hono/cookie"],
    ["generations/task.ts", "node:fs/promises"],
    ["editor/chat/speech/speak.ts", "../../requests/budget.ts"],
    ["editor/chat/speech/speak.ts", "../panel.ts"],
    ["extension.ts", "./editor/chat/register.ts"],
  ] as const;
});
