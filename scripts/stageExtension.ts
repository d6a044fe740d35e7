/** Builds the extension into a temporary folder, so that a run is not affected by rebuilds of others. */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { repositoryFolder } from "./vscodeHost/serverLocation.ts";

export interface StagedExtension {
  folder: string;
  remove(): Promise<void>;
}

/** Not part of an extension, or rebuilt. */
const leftOut = new Set([".git", ".vscode-host", ".vscode-test", "dist", "test-results"]);

/** @throws Error with esbuild's messages when the sources do not build. */
export async function stageExtension(build: { production: boolean } = { production: false }): Promise<StagedExtension> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "generation-studio-")));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const entries = await readdir(repositoryFolder);
    await Promise.all(
      entries.filter((name) => !leftOut.has(name)).map((name) => symlink(path.join(repositoryFolder, name), path.join(folder, name))),
    );
    await buildInto(path.join(folder, "dist"), build.production);
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** @param what the extension if not given. @throws Error with esbuild's messages. */
export async function buildInto(folder: string, production: boolean, ...what: readonly "--command-line"[]): Promise<void> {
  const script = path.join(repositoryFolder, "esbuild.mjs");
  await promisify(execFile)(process.execPath, [script, ...what, "--output", folder, ...(production ? ["--production"] : [])], {
    cwd: repositoryFolder,
  });
}
