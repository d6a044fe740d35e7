/** Headless Chromium and bundled browser code for the panel's tests. */
import * as esbuild from "esbuild";
import type { Browser } from "playwright-core";
import { workerBrowser } from "../workerBrowser.ts";

/** One browser for all files of a worker. Pages that an earlier file has left open are closed. */
export async function sharedBrowser(): Promise<Browser> {
  const browser = await workerBrowser();
  for (const context of browser.contexts()) await context.close();
  return browser;
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
