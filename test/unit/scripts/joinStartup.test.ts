/** The packaged extension: what it loads at start-up, and that its chunks fit together. */
import { globSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as esbuild from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildInto } from "../../../scripts/stageExtension.ts";

let folder: string;
let metafile: esbuild.Metafile;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "generation-studio-startup-")));
  await buildInto(folder, true);
  const chunks = globSync("chunks/*.js", { cwd: folder }).filter((file) => !path.basename(file).startsWith("service-"));
  // Reports an import of something that a chunk does not export.
  ({ metafile } = await esbuild.build({
    absWorkingDir: folder,
    entryPoints: ["extension.js", ...chunks],
    outdir: "checked",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    external: ["vscode"],
    metafile: true,
    write: false,
    logLevel: "silent",
  }));
}, 240_000);
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

const importsOf = (file: string, kind: string) =>
  (metafile.inputs[file]?.imports ?? []).filter((one) => one.kind === kind && !one.external).map((one) => one.path);

test("start-up loads one file, which imports nothing but VS Code", () => {
  const imports = (metafile.inputs["extension.js"]?.imports ?? []).filter(({ kind }) => kind === "import-statement");
  expect(new Set(imports.map((one) => one.path))).toEqual(new Set(["vscode"]));
  expect(importsOf("extension.js", "dynamic-import").length).toBeGreaterThan(10);
});

test("every module is in the package once: features import from the start-up file", () => {
  const sharing = Object.keys(metafile.inputs).filter((file) => importsOf(file, "import-statement").includes("extension.js"));
  expect(sharing.length).toBeGreaterThan(3);
});
