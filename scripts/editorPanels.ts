/** The panels of the editor area. Their shared code is a separate file. */
import type { BuildOptions } from "esbuild";
import { panelIcons } from "./panelIcons.ts";

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
  plugins: [panelIcons],
  jsx: "automatic",
  jsxImportSource: "preact",
  assetNames: "[name]",
};
