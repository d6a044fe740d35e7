/** Headless Chromium and bundled browser code for the panel's tests. */
import * as esbuild from "esbuild";
import { type Browser, chromium } from "playwright-core";
import { findBrowser } from "../../scripts/findBrowser.ts";
import { browserArguments } from "../../scripts/vscodeHost/browserArguments.ts";

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  // Chromium starts while other processes use all cores.
  return chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args: [...browserArguments], timeout: 120_000 });
}

/** Bundles one browser script from a TypeScript source text that may import modules of `webview` by their path in the repository. */
export async function bundleForBrowser(source: string): Promise<string> {
  const result = await esbuild.build({
    stdin: { contents: source, resolveDir: process.cwd(), loader: "ts" },
    bundle: true,
    format: "iife",
    target: "es2023",
    platform: "browser",
    jsx: "automatic",
    jsxImportSource: "preact",
    // Diagrams have a bundle of their own, and no test of single modules draws them.
    external: ["*/diagramFrame.js"],
    write: false,
    minify: true,
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "silent",
  });
  const [file] = result.outputFiles;
  if (file === undefined) throw new Error("esbuild wrote nothing");
  return file.text;
}
