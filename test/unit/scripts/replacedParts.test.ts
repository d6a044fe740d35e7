/** Replacements in bundled packages that an upgrade has made useless fail the build. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as esbuild from "esbuild";
import { afterEach, beforeEach, expect, test } from "vitest";
import { diagramFrame } from "../../../scripts/chatPanel.ts";
import { mermaidParts } from "../../../scripts/mermaidParts.ts";
import { unusedParts } from "../../../scripts/unusedParts.ts";
import { repositoryFolder } from "../../../scripts/vscodeHost/serverLocation.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "generation-studio-replaced-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Bundles a package that consists of this file. Returns the messages of the errors. */
async function bundle(plugin: esbuild.Plugin, file: string, contents: string): Promise<string[]> {
  const entry = path.join(folder, "node_modules", file);
  await mkdir(path.dirname(entry), { recursive: true });
  await writeFile(entry, contents);
  return errorsOf({ entryPoints: [entry], plugins: [plugin], external: ["zod", "zod/*"], bundle: true });
}

async function errorsOf(options: esbuild.BuildOptions): Promise<string[]> {
  try {
    await esbuild.build({ ...options, absWorkingDir: repositoryFolder, write: false, logLevel: "silent" });
    return [];
  } catch (error) {
    if (!(error instanceof Error && "errors" in error && Array.isArray(error.errors))) throw error;
    return error.errors.map(({ text }) => text);
  }
}

test.each([
  'import { z } from "zod";',
  'import {z as all}from"zod/v4";',
  'import { ZodError, z } from "zod/v4/classic";',
  "import z from 'zod/v4';",
])("an import of the whole zod in the AI SDK that is not replaced fails the build: %s", async (line) => {
  const file = "@ai-sdk/thing/dist/index.js";
  expect(await bundle(unusedParts, file, `"use strict";\n${line}\nexport {};\n`)).toEqual([expect.stringContaining(line)]);
});

test.each([
  'import { z } from "zod/v4";',
  'import * as z from "zod/v4";',
  'import { object, url } from "zod/v4/mini";',
  'import en from "zod/v4/locales/en.js";',
  'export const z = "zod";',
])("an import in the AI SDK of which esbuild keeps only the used parts is allowed: %s", async (line) => {
  expect(await bundle(unusedParts, "@ai-sdk/thing/dist/index.js", `${line}\n`)).toEqual([]);
});

test("spellings that no file of Mermaid has fail the build", async () => {
  const found = await bundle(mermaidParts, "mermaid/dist/mermaid.core.mjs", "export default {};\n");
  expect(found).toHaveLength(3);
  expect(found[0]).toContain("__name");
});

test("all spellings are found in Mermaid", async () => {
  expect(await errorsOf({ ...diagramFrame, bundle: true, platform: "browser" })).toEqual([]);
});
