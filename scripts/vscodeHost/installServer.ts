/** A folder in; VS Code's server, installed there from npm once, out. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { lockFile } from "./folderLock.ts";
import { type ProgressLine, progressLine } from "./progressLine.ts";
import { hostFolder, type ServerLocation, serverAt, serverPackage } from "./serverLocation.ts";

/** Thrown with a message for a person: what failed, why, and what to do. */
export class InstallError extends Error {}

interface Step {
  says: string;
  /** Below the folder of the installation. */
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
 * Installs into a folder beside the final one and renames it, so that a server is either whole or absent; a step that
 * was finished before an interruption is not done again. Nothing is compiled and no install script runs.
 * @throws InstallError
 */
export async function installServer(folder: string = hostFolder, line: ProgressLine = progressLine()): Promise<ServerLocation> {
  const final = path.join(folder, `${serverPackage.name}-${serverPackage.version}`);
  if (existsSync(final)) return serverAt(final);
  const release = await lockFile(path.join(folder, "install.lock"), (owner) =>
    process.stderr.write(`Waiting for process ${owner}, which is getting VS Code's server into ${folder} …\n`),
  );
  try {
    if (!existsSync(final)) await installInto(`${final}.partial`, final, line);
    return serverAt(final);
  } finally {
    await release();
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

async function npmInstall(folder: string, packages: readonly string[]): Promise<void> {
  const npm = process.env.npm_execpath;
  const [command, ...prefix] = npm?.endsWith(".js") ? [process.execPath, npm] : [process.platform === "win32" ? "npm.cmd" : "npm"];
  const options = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", ...packages];
  const child = spawn(command ?? "npm", [...prefix, ...options], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
    env: environmentForNpm(),
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => child.once("error", reject).once("close", resolve)).catch(
    (error: Error) => {
      throw new InstallError(`npm could not be started (${error.message}). Install npm, or put it on the PATH, and try again.`);
    },
  );
  if (code === 0) return;
  const reason = errors.trim().split("\n").slice(-4).join("\n  ");
  throw new InstallError(
    `Getting VS Code's server failed: \`npm ${options.join(" ")}\` in ${folder} ended with ${code}.\n  ${reason}\n` +
      "Check the network and the disk (620 MB are needed), then run the same command again: it goes on where it stopped.",
  );
}

/** npm's own variables of the script that is running would be taken for this installation's settings. */
function environmentForNpm(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^npm_(config_(?!registry|cache|cafile|https?_proxy|noproxy|userconfig)|package_|lifecycle_)/i.test(name),
  );
  return Object.fromEntries(kept);
}
