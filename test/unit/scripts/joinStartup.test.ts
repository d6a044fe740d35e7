/** The packaged extension: the files it loads at start-up, and that its chunks match. */
import { globSync } from "node:fs";
import { mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as esbuild from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findStartup } from "../../../scripts/joinStartup.ts";
import { buildInto } from "../../../scripts/stageExtension.ts";
import { repositoryFolder } from "../../../scripts/vscodeHost/serverLocation.ts";

const programs = ["service.js", "generator.js", "engine.js", "agents.js"];

let folder: string;
let metafile: esbuild.Metafile;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "generation-studio-startup-")));
  await buildInto(folder, true);
  const chunks = globSync("chunks/*.js", { cwd: folder });
  // Reports an import of a name that a chunk does not export.
  ({ metafile } = await esbuild.build({
    absWorkingDir: folder,
    entryPoints: ["extension.js", ...programs, ...chunks],
    outdir: "checked",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    external: ["vscode", "*/opusscript_native_nasm.js"],
    metafile: true,
    write: false,
    logLevel: "silent",
  }));
}, 240_000);
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

const importsOf = (file: string, kind: string) =>
  (metafile.inputs[file]?.imports ?? []).filter((one) => one.kind === kind && !one.external).map((one) => one.path);

test("start-up loads one file, which imports only VS Code", () => {
  const imports = (metafile.inputs["extension.js"]?.imports ?? []).filter(({ kind }) => kind === "import-statement");
  expect(new Set(imports.map((one) => one.path))).toEqual(new Set(["vscode"]));
  expect(importsOf("extension.js", "dynamic-import").length).toBeGreaterThan(10);
});

test("every module is in the package once: features import from the start-up file", () => {
  const sharing = Object.keys(metafile.inputs).filter((file) => importsOf(file, "import-statement").includes("extension.js"));
  expect(sharing.length).toBeGreaterThan(3);
});

test("only what bundled CommonJS packages are in has their names", async () => {
  const files = globSync(["*.js", "chunks/*.js"], { cwd: folder });
  const having = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(path.join(folder, file), "utf8");
      const uses = text.match(/\b(?:require|__dirname)\b/g)?.length ?? 0;
      return { hasNames: /^const require = .*const __dirname = /.test(text), isNeeded: uses > 2 };
    }),
  );
  expect(having.filter(({ hasNames, isNeeded }) => hasNames && !isNeeded)).toEqual([]);
  expect(having.filter(({ hasNames }) => hasNames).length).toBeGreaterThan(3);
});

test("programs without VS Code load nothing of start-up", () => {
  const found = new Set<string>();
  const collect = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    for (const kind of ["import-statement", "dynamic-import"]) importsOf(file, kind).forEach(collect);
  };
  programs.forEach(collect);
  expect(found.size).toBeGreaterThan(50);
  expect(found).not.toContain("extension.js");
});

test("modules that start-up has a second copy of have neither state nor classes, because the copies would not share them", async () => {
  const { outputs }: esbuild.Metafile = JSON.parse(await readFile(path.join(folder, "extension.meta.json"), "utf8"));
  const copied = findStartup(outputs).copied.flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}));
  expect(copied).toContain("src/contract/kind.ts");
  expect(copied.filter((file) => !file.startsWith("src/"))).toEqual([]);
  // Each copy may have a cache of its own.
  const caches = ["src/network/hideKey.ts"];
  const hasIdentity = async (file: string) =>
    /^(?:export )?(?:abstract )?(?:class|let|var)\b|^(?:export )?const .*\bnew /m.test(
      await readFile(path.join(repositoryFolder, file), "utf8"),
    );
  const found = await Promise.all(copied.map(async (file) => (!caches.includes(file) && (await hasIdentity(file)) ? [file] : [])));
  expect(found.flat()).toEqual([]);
});
