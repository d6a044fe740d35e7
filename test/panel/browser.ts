/** Nothing in; headless Chromium and bundled browser code for the panel's tests out. */
import { existsSync } from "node:fs";
import * as esbuild from "esbuild";
import { type Browser, chromium } from "playwright-core";

const executables = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/usr/bin/microsoft-edge"];

/** Finds what is installed; `CHROMIUM` names another executable. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? executables.find((path) => existsSync(path));
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync"],
  });
}

/** One browser script from a TypeScript source text that may import the room `webview` by path from the repository's root. */
export async function bundleForBrowser(source: string): Promise<string> {
  const result = await esbuild.build({
    stdin: { contents: source, resolveDir: process.cwd(), loader: "ts" },
    bundle: true,
    format: "iife",
    target: "es2023",
    platform: "browser",
    jsx: "automatic",
    jsxImportSource: "preact",
    write: false,
    minify: true,
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "silent",
  });
  const [file] = result.outputFiles;
  if (file === undefined) throw new Error("esbuild wrote nothing");
  return file.text;
}
