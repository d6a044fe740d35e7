/** Bundles unit tests for Node.js for Windows, which cannot run vitest under Wine. */
import { globSync } from "node:fs";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { repositoryFolder } from "../../vscodeHost/serverLocation.ts";
import { installPackage } from "../installPackage.ts";

/** Sockets, processes and threads, which Wine has only in part, and the functions of vitest that replace modules. */
const unsupported =
  /from "node:(?:http|https|net|tls|child_process|worker_threads)"|from "playwright|src\/service\/startService|globSync|from "esbuild"|\bvi\.(?:mock|hoisted|resetModules)\b|toMatchSnapshot|toMatchFileSnapshot/;
/** They read the repository or run its scripts. */
const skippedFolders = ["repository", "scripts", "webview"];

const common = { bundle: true, format: "esm", platform: "node", target: "node22", logLevel: "error" } as const;

/** Writes the bundles below `folder` and returns their files, by the test's path relative to the repository. */
export async function bundleTests(folder: string, parts: readonly string[]): Promise<Map<string, string>> {
  const found = globSync(["test/unit/**/*.test.ts", "test/windows/*.test.ts"], { cwd: repositoryFolder })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => !/\/(?:more|long)\//.test(file) && !skippedFolders.includes(file.split("/")[2] ?? ""))
    .filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
    .toSorted();
  await bundleVitest(path.join(folder, "node_modules", "vitest"));
  const build = async (files: readonly string[], write: boolean) =>
    esbuild.build({
      ...common,
      entryPoints: [...files],
      absWorkingDir: repositoryFolder,
      outdir: folder,
      outbase: repositoryFolder,
      outExtension: { ".js": ".mjs" },
      splitting: true,
      write,
      metafile: true,
      packages: "external",
      external: ["*/diagramFrame.js"],
      jsx: "automatic",
      jsxImportSource: "preact",
      loader: { ".ttf": "empty", ".css": "empty" },
      plugins: [locateModules],
    });
  const { metafile } = await build(found, false);
  const files: string[] = [];
  for (const file of found) if (!(await needsMore(file, metafile))) files.push(file);
  await build(files, true);
  return new Map(files.map((file) => [file, path.join(folder, file.replace(/\.ts$/, ".mjs"))]));
}

/** Whether a test, or another file of `test/` that it imports, uses what is not supported. */
async function needsMore(file: string, { inputs }: esbuild.Metafile, seen = new Set<string>()): Promise<boolean> {
  if (seen.has(file)) return false;
  seen.add(file);
  if (file.startsWith("test/unit/") && unsupported.test(await readFile(path.join(repositoryFolder, file), "utf8"))) return true;
  for (const { path: imported, external } of inputs[file]?.imports ?? []) {
    if (external !== true && imported.startsWith("test/") && (await needsMore(imported, { inputs, outputs: {} }, seen))) return true;
  }
  return false;
}

/** The package `vitest` of the bundles: the functions that tests use, without its processes. */
async function bundleVitest(folder: string): Promise<void> {
  const packages = await installPackage("@vitest/expect", "5.1.1", undefined, ["@sinonjs/fake-timers@15.5.0"]);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "package.json"), '{ "name": "vitest", "type": "module", "exports": "./index.mjs" }\n');
  await esbuild.build({
    ...common,
    entryPoints: [path.join(import.meta.dirname, "vitest.mjs")],
    outfile: path.join(folder, "index.mjs"),
    // Modules of CommonJS load those of Node.js with it.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    nodePaths: [path.join(packages, "node_modules")],
  });
  await copyFile(path.join(import.meta.dirname, "runFiles.mjs"), path.join(folder, "..", "..", "runFiles.mjs"));
}

/** Modules find the repository's files by their own location. */
const locateModules: esbuild.Plugin = {
  name: "locate modules",
  setup({ onLoad }) {
    onLoad({ filter: /[/\\](?:src|test|scripts)[/\\].*\.tsx?$/ }, async ({ path: file }) => {
      const text = await readFile(file, "utf8");
      const onWindows = `/Z:${file}`;
      const url = pathToFileURL(onWindows).href;
      const windows = onWindows.slice(1).replaceAll("/", "\\");
      const contents = text
        .replaceAll("import.meta.url", JSON.stringify(url))
        .replaceAll("import.meta.dirname", JSON.stringify(windows.slice(0, windows.lastIndexOf("\\"))))
        .replaceAll("import.meta.filename", JSON.stringify(windows));
      return { contents, loader: file.endsWith("x") ? "tsx" : "ts" };
    });
  },
};
