/** Installs npm packages into a folder without compiling anything or running their install scripts. */
import { spawn } from "node:child_process";

/** Thrown with a message for the user: what failed, why, and what to do. */
export class InstallError extends Error {}

/** `packagesAndOptions` are added to the command line of `npm install`. @throws InstallError */
export async function npmInstall(folder: string, packagesAndOptions: readonly string[]): Promise<void> {
  const npm = process.env.npm_execpath;
  const [command, ...prefix] = npm?.endsWith(".js") ? [process.execPath, npm] : [process.platform === "win32" ? "npm.cmd" : "npm"];
  const options = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", ...packagesAndOptions];
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
    `\`npm ${options.join(" ")}\` in ${folder} ended with ${code}.\n  ${reason}\n` +
      "Check the network and the free space on the disk, then run the same command again.",
  );
}

/** npm would read the variables of the running script as settings for this installation. */
function environmentForNpm(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^npm_(config_(?!registry|cache|cafile|https?_proxy|noproxy|userconfig)|package_|lifecycle_)/i.test(name),
  );
  return Object.fromEntries(kept);
}
