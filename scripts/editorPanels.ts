/** The panels of the editor area. What they share is a file of its own. */
import type { BuildOptions } from "esbuild";
import { iconFont } from "./iconFont.ts";

export const editorPanels: BuildOptions = {
  entryPoints: { library: "src/webview/library/main.tsx", comparison: "src/webview/comparison/main.tsx" },
  bundle: true,
  format: "esm",
  splitting: true,
  chunkNames: "editorPanels-[hash]",
  platform: "browser",
  plugins: [iconFont],
  jsx: "automatic",
  jsxImportSource: "preact",
  assetNames: "[name]",
};
