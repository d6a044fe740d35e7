/** Installs npm packages into a folder without compiling anything or running their install scripts. */
import { spawn } from "node:child_process";

/** Thrown with a message for the user: what failed, why, and what to do. */
export class InstallError extends Error {}

/** Runs npm's script with Node, because Windows starts no command files without a shell. */
export function npmCommand(): readonly [command: string, ...first: string[]] {
  const npm = process.env.npm_execpath;
  return npm?.endsWith(".js") ? [process.execPath, npm] : [process.platform === "win32" ? "npm.cmd" : "npm"];
}

/** `packagesAndOptions` are added to the command line of `npm install`. @throws InstallError */
export async function npmInstall(folder: string, packagesAndOptions: readonly string[]): Promise<void> {
  const [command, ...prefix] = npmCommand();
  const options = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", ...packagesAndOptions];
  const child = spawn(command, [...prefix, ...options], {
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
