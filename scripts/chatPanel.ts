/** The files of the chat's panel: its script, and modules that the script loads on demand. */
import path from "node:path";
import type { BuildOptions, Plugin } from "esbuild";
import { katexForMathMl } from "./katexForMathMl.ts";
import { mermaidParts } from "./mermaidParts.ts";
import { panelIcons } from "./panelIcons.ts";

const folder = "src/webview/markdown";

/** Modules that share nothing with the panel's script, by the name of the output file. */
const separateModules = {
  highlighter: `${folder}/highlighter.ts`,
  formulaRenderer: `${folder}/formulaRenderer.ts`,
};

const separateChunks: Plugin = {
  name: "separate-chunks",
  setup(build) {
    const names = Object.keys(separateModules).join("|");
    build.onResolve({ filter: /\/diagramFrame\.js$/ }, ({ path: file }) => ({ path: file, external: true }));
    build.onResolve({ filter: new RegExp(`/(?:${names})\\.ts$`) }, ({ path: file }) => ({
      path: `./${path.basename(file, ".ts")}.js`,
      external: true,
    }));
  },
};

/**
 * The first paint waits for the script and for `chatShared`, which the page loads at the same time, but not for the Markdown renderer.
 * There is one shared file, because there are two entry points; esbuild refuses a second file of that name.
 */
export const chatPanel = {
  entryPoints: { chat: "src/webview/chat/main.tsx", streamedMarkdown: `${folder}/streamedMarkdown.ts` },
  bundle: true,
  format: "esm",
  splitting: true,
  chunkNames: "chatShared",
  platform: "browser",
  plugins: [separateChunks, panelIcons],
  jsx: "automatic",
  jsxImportSource: "preact",
  assetNames: "[name]",
} satisfies BuildOptions;

export const chatModules = {
  entryPoints: separateModules,
  bundle: true,
  format: "esm",
  platform: "browser",
  plugins: [katexForMathMl],
} satisfies BuildOptions;

/** The frame that draws diagrams cannot load the panel's files: its bundle is a function whose text the panel passes to it. */
export const diagramFrame = {
  entryPoints: { diagramFrame: "src/webview/diagrams/frame/main.ts" },
  plugins: [mermaidParts],
  format: "iife",
  banner: { js: "export default () => {" },
  footer: { js: "};" },
  sourcemap: false,
  legalComments: "none",
} as const satisfies BuildOptions;
