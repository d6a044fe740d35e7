/** Builds the VSIX and lists the names of its files. */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { repositoryFolder } from "../vscodeHost/serverLocation.ts";
import { recompress } from "./recompress.ts";
import { stagePackage } from "./stagePackage.ts";

const vsce = path.join(repositoryFolder, "node_modules", "@vscode", "vsce", "vsce");

/** @throws Error with the tool's output when the build or the packaging fails. */
export async function createPackage(file: string): Promise<string[]> {
  const staged = await stagePackage();
  const run = async (...words: string[]) =>
    (await promisify(execFile)(process.execPath, [vsce, ...words, "--no-dependencies"], { cwd: staged.folder })).stdout;
  try {
    await run("package", "--out", file);
    await writeFile(file, recompress(await readFile(file)));
    return (await run("ls")).trim().split("\n");
  } finally {
    await staged.remove();
  }
}
