/**
 * Builds the bundles of `dist/`: extension with service worker and MCP server, webview; with `--command-line` that of the command line. Other options: `--watch`,
 * `--production`, `--output FOLDER`.
 */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import * as esbuild from "esbuild";
import { buildAgentView, withAgentView } from "./scripts/agentView.ts";
import { editorPanels } from "./scripts/editorPanels.ts";
import { iconFont } from "./scripts/iconFont.ts";
import { joinStartup } from "./scripts/joinStartup.ts";
import { katexForMathMl } from "./scripts/katexForMathMl.ts";
import { diagramFrame, panelChunks, separateChunks } from "./scripts/separateChunks.ts";
import { unusedParts } from "./scripts/unusedParts.ts";
import { wasmFiles } from "./scripts/wasmFiles.ts";

const {
  values: { watch, production, output, "command-line": isCommandLine },
} = parseArgs({
  options: {
    watch: { type: "boolean", default: false },
    production: { type: "boolean", default: false },
    output: { type: "string", default: "dist" },
    "command-line": { type: "boolean", default: false },
  },
});

/** @type {import("esbuild").BuildOptions} */
const shared = {
  bundle: true,
  format: "esm",
  target: "es2023",
  minify: production,
  sourcemap: !production,
  sourcesContent: false,
  // The licences of all bundled packages go into one file of the VSIX; see scripts/packaging/thirdPartyNotices.ts.
  legalComments: production ? "none" : "inline",
  metafile: production,
  logLevel: "warning",
  define: { "process.env.NODE_ENV": JSON.stringify(production ? "production" : "development") },
};

/** Bundled CommonJS packages call `require` for Node's own modules, which ES modules do not have, and read files beside them. Made without an import, which takes longer. */
const commonJsNames =
  'const require = process.getBuiltinModule("node:module").createRequire(import.meta.url); const __dirname = import.meta.dirname;';

/** @type {import("esbuild").BuildOptions} */
const host = {
  ...shared,
  platform: "node",
  banner: { js: commonJsNames },
  mainFields: ["module", "main"],
  // undici leaves out its experimental parser of HTTP then, which nobody turns on.
  define: { ...shared.define, esbuildDetection: "true" },
};

const agentView = await buildAgentView();

/**
 * Each dynamic import is a chunk of its own, and so is what several programs or features load.
 * @type {import("esbuild").BuildOptions}
 */
const programs = {
  ...host,
  outdir: output,
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  plugins: [unusedParts, withAgentView(agentView.html)],
  // The Opus codec reads its WASM file from the folder of its chunk, and never loads its slow build without WASM.
  external: ["*/opusscript_native_nasm.js"],
};

const generator = "src/demo/generatorWorker.ts";

/** @type {Record<string, import("esbuild").BuildOptions>} */
const commandLine = {
  commandLine: {
    ...programs,
    entryPoints: { main: "src/commandLine/main.ts", generator },
    // An optional native build of the driver of PostgreSQL.
    external: [...(programs.external ?? []), "pg-native"],
    keepNames: true,
  },
};

/** @type {Record<string, import("esbuild").BuildOptions>} */
const extension = {
  // The service, its generator and the MCP server know nothing of the editor.
  extension: {
    ...programs,
    entryPoints: { extension: "src/extension.ts", service: "src/service/worker.ts", generator, agents: "src/mcp/main.ts" },
    plugins: [...(programs.plugins ?? []), wasmFiles(path.join(output, "chunks"))],
    external: [...(programs.external ?? []), "vscode"],
  },
  webview: {
    ...shared,
    platform: "browser",
    entryPoints: { chat: "src/webview/chat/main.tsx", ...panelChunks },
    // Without splitting, what is imported on demand is in the same file, and runs on demand: one file less to wait for.
    plugins: [separateChunks, iconFont, katexForMathMl],
    outdir: path.join(output, "webview"),
    jsx: "automatic",
    jsxImportSource: "preact",
    assetNames: "[name]",
  },
  editorPanels: { ...shared, ...editorPanels, outdir: path.join(output, "webview") },
  diagramFrame: { ...shared, ...diagramFrame, platform: "browser", outdir: path.join(output, "webview") },
};

const bundles = isCommandLine ? commandLine : extension;

rmSync(path.join(output, "chunks"), { recursive: true, force: true });
mkdirSync(path.join(output, "chunks"), { recursive: true });
for (const file of ["opusscript/build/opusscript_native_wasm.wasm", "@cwasm/webp/webp.wasm"]) {
  copyFileSync(path.join("node_modules", file), path.join(output, "chunks", path.basename(file)));
}
writeFileSync(path.join(output, "package.json"), '{"type":"module"}\n');

if (watch) {
  for (const options of Object.values(bundles)) await (await esbuild.context({ ...options, logLevel: "info" })).watch();
} else {
  const builds = await Promise.allSettled(
    Object.entries(bundles).map(async ([name, options]) => {
      const { metafile } = await esbuild.build(options);
      if (production && name === "extension") await joinStartup(metafile, host, commonJsNames);
      if (metafile) writeFileSync(path.join(output, `${name}.meta.json`), JSON.stringify(metafile));
    }),
  );
  // The licences of what is in it belong to the package too.
  if (production) writeFileSync(path.join(output, "agentView.meta.json"), JSON.stringify(agentView.metafile));
  // esbuild has reported what is wrong, and where.
  if (builds.some((build) => build.status === "rejected")) process.exitCode = 1;
}
