import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import * as esbuild from "esbuild";
import { chatModules, chatPanel, diagramFrame } from "../../scripts/chatPanel.ts";
import { editorPanels } from "../../scripts/editorPanels.ts";

type PanelFiles = Map<string, Uint8Array>;

/** Environment variable with the folder of the files that `prepare.ts` has built for all tests of a run. */
export const panelFolder = "PANEL_FOLDER";

/** Builds the panel's files as they ship, by name. */
export async function buildPanel(): Promise<PanelFiles> {
  const shared = {
    bundle: true,
    target: "es2023",
    minify: true,
    platform: "browser",
    outdir: "/",
    write: false,
    logLevel: "error",
  } as const;
  const define = { "process.env.NODE_ENV": '"production"' };
  const builds: esbuild.BuildOptions[] = [chatPanel, chatModules, editorPanels, diagramFrame];
  const results = await Promise.all(builds.map((options) => esbuild.build({ ...options, ...shared, define })));
  return new Map(results.flatMap(({ outputFiles = [] }) => outputFiles.map((file) => [path.basename(file.path), file.contents])));
}

let reading: Promise<PanelFiles> | undefined;

/** The files of this run; outside a run, they are built for this process. */
export function readPanel(): Promise<PanelFiles> {
  const folder = process.env[panelFolder];
  reading ??= folder === undefined ? buildPanel() : readFiles(folder);
  return reading;
}

async function readFiles(folder: string): Promise<PanelFiles> {
  const names = await readdir(folder);
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name))] as const)));
}
