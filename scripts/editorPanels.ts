/** The panels of the editor area. Their shared code is a separate file. */
import type { BuildOptions } from "esbuild";
import { iconFont } from "./iconFont.ts";

export const editorPanels: BuildOptions = {
  entryPoints: {
    library: "src/webview/library/main.tsx",
    comparison: "src/webview/comparison/main.tsx",
    requestForm: "src/webview/requestForm/main.tsx",
    imageEditor: "src/webview/imageEditor/main.tsx",
  },
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
