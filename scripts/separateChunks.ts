/** Keeps modules that the panel loads on demand out of its bundle: each is a separate entry point, which the panel imports. */
import path from "node:path";
import type { BuildOptions, Plugin } from "esbuild";
import { mermaidParts } from "./mermaidParts.ts";

const folder = "src/webview/markdown";

/** By the name of the output file. */
export const panelChunks = {
  highlighter: `${folder}/highlighter.ts`,
  formulaRenderer: `${folder}/formulaRenderer.ts`,
};

export const separateChunks: Plugin = {
  name: "separate-chunks",
  setup(build) {
    const names = Object.keys(panelChunks).join("|");
    build.onResolve({ filter: /\/diagramFrame\.js$/ }, ({ path: file }) => ({ path: file, external: true }));
    build.onResolve({ filter: new RegExp(`/(?:${names})\\.ts$`) }, ({ kind, path: file }) =>
      kind === "entry-point" ? undefined : { path: `./${path.basename(file, ".ts")}.js`, external: true },
    );
  },
};

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
