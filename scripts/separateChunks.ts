/** Keeps what the panel loads on demand out of its file: each such module is an entry point of its own, which the panel imports. */
import path from "node:path";
import type { Plugin } from "esbuild";

const folder = "src/webview/markdown";

/** By the name of the file that is built. */
export const panelChunks = {
  highlighter: `${folder}/highlighter.ts`,
  formulaRenderer: `${folder}/formulaRenderer.ts`,
};

export const separateChunks: Plugin = {
  name: "separate-chunks",
  setup(build) {
    const names = Object.keys(panelChunks).join("|");
    build.onResolve({ filter: new RegExp(`/(?:${names})\\.ts$`) }, ({ kind, path: file }) =>
      kind === "entry-point" ? undefined : { path: `./${path.basename(file, ".ts")}.js`, external: true },
    );
  },
};
