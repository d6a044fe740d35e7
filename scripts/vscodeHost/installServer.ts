/** Installs VS Code's server from npm, once. */
import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { npmInstall } from "../npmInstall.ts";
import { lockFile } from "./folderLock.ts";
import { type ProgressLine, progressLine } from "./progressLine.ts";
import { hostFolder, type ServerLocation, serverAt, serverPackage } from "./serverLocation.ts";

interface Step {
  says: string;
  /** Relative to the folder of the installation. */
  folder: string;
  arguments: readonly string[];
}

const serverFolder = path.join("node_modules", serverPackage.name, "lib", "vscode");
const steps: readonly Step[] = [
  { says: "the server", folder: ".", arguments: [`${serverPackage.name}@${serverPackage.version}`] },
  { says: "its packages", folder: serverFolder, arguments: ["--omit=dev"] },
  { says: "the packages of its extensions", folder: path.join(serverFolder, "extensions"), arguments: ["--omit=dev"] },
];

/**
 * Installs into a folder beside the final one and renames it, so that a server is either complete or absent. Steps that were finished
 * before an interruption are not repeated. Nothing is compiled and no install script runs.
 * @throws InstallError
 */
export async function installServer(folder: string = hostFolder, line: ProgressLine = progressLine()): Promise<ServerLocation> {
  const final = path.join(folder, `${serverPackage.name}-${serverPackage.version}`);
  if (existsSync(final)) return serverAt(final);
  const release = await lockFile(path.join(folder, "installing.lock"), () =>
    process.stderr.write(`Waiting for another process, which is getting VS Code's server into ${folder} …\n`),
  );
  try {
    if (!existsSync(final)) await installInto(`${final}.partial`, final, line);
    return serverAt(final);
  } finally {
    release();
  }
}

async function installInto(partial: string, final: string, line: ProgressLine): Promise<void> {
  await mkdir(partial, { recursive: true });
  await writeFile(path.join(partial, "package.json"), '{ "private": true }\n');
  for (const [index, step] of steps.entries()) {
    const done = path.join(partial, `step-${index + 1}.done`);
    if (existsSync(done)) continue;
    line.show(`Getting VS Code's server from npm, once: ${step.says}, step ${index + 1} of ${steps.length} …`);
    await npmInstall(path.join(partial, step.folder), step.arguments);
    await writeFile(done, "");
  }
  await rm(final, { recursive: true, force: true });
  await rename(partial, final);
  line.end(`VS Code's server is in ${path.relative(process.cwd(), final)}.`);
}
