/**
 * Builds the bundles of `dist/`: extension, service worker, server for agents, webview; with `--command-line` that of the command line. Other options: `--watch`,
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
import { mcpParts } from "./scripts/mcpParts.ts";
import { diagramFrame, panelChunks, separateChunks } from "./scripts/separateChunks.ts";
import { sharedBuilds, sharedImports, sharedPackages } from "./scripts/sharedPackages.ts";
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

// The Opus codec reads its WASM file from the folder of its chunk, and never loads its slow build without WASM.
/** @type {import("esbuild").BuildOptions} */
const withOpus = { external: ["*/opusscript_native_nasm.js"] };

const wasm = wasmFiles(path.join(output, "chunks"));

const agentView = await buildAgentView();

const withMcp = { plugins: [mcpParts, withAgentView(agentView.html)] };

/** @type {Record<string, import("esbuild").BuildOptions>} */
const commandLine = {
  commandLine: {
    ...host,
    ...withOpus,
    ...withMcp,
    entryPoints: { main: "src/commandLine/main.ts", generator: "src/demo/generatorWorker.ts" },
    outdir: output,
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    // An optional native build of the driver of PostgreSQL.
    external: [...(withOpus.external ?? []), "pg-native"],
    keepNames: true,
  },
};

/** @type {Record<string, import("esbuild").BuildOptions>} */
const extension = {
  // Each dynamic import becomes a chunk of its own, so that an idle window loads the table of activate() alone.
  extension: {
    ...host,
    entryPoints: { extension: "src/extension.ts" },
    outdir: output,
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    external: ["vscode"],
    plugins: [sharedPackages],
  },
  service: {
    ...host,
    plugins: [...withMcp.plugins, sharedPackages, wasm],
    // The server for agents is a program of its own. What it shares with the service knows nothing of the editor.
    entryPoints: { service: "src/service/worker.ts", generator: "src/demo/generatorWorker.ts", agents: "src/mcp/main.ts" },
    outdir: output,
    splitting: true,
    chunkNames: "chunks/service-[name]-[hash]",
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
  ...sharedBuilds({ ...host, ...withOpus, plugins: [wasm] }, output),
  diagramFrame: { ...shared, ...diagramFrame, platform: "browser", outdir: path.join(output, "webview") },
};

const bundles = isCommandLine ? commandLine : extension;

rmSync(path.join(output, "chunks"), { recursive: true, force: true });
mkdirSync(path.join(output, "chunks"), { recursive: true });
for (const file of ["opusscript/build/opusscript_native_wasm.wasm", "@cwasm/webp/webp.wasm"]) {
  copyFileSync(path.join("node_modules", file), path.join(output, "chunks", path.basename(file)));
}
writeFileSync(
  path.join(output, "package.json"),
  `${JSON.stringify({ type: "module", ...(isCommandLine ? {} : { imports: sharedImports }) })}\n`,
);

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
