/** Runs programs for Windows with Wine, which takes the place of a machine with Windows. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, open, readFile, symlink } from "node:fs/promises";
import path from "node:path";
import { findOnPath } from "../../findBrowser.ts";
import { aptInstall } from "../installSystemPackages.ts";

/** Where Debian's package installs it: not on the PATH. */
const installedPath = "/usr/lib/wine/wine64";
/** Node.js 22 refuses Windows 7, which Wine reports by default. */
const setVersion = ["reg", "add", "HKEY_CURRENT_USER\\Software\\Wine", "/v", "Version", "/d", "win10", "/f"];

export interface Wine {
  /** Resolves with the exit code, and what the program wrote. Its standard streams are files, because Node.js cannot use Wine's others. */
  run(
    program: string,
    values: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ): Promise<{ code: number | null; output: string }>;
  /** Gives a folder a drive of its own, as `subst` does, or makes it the share `\\server\share`. */
  mount(name: `${string}:` | `unc/${string}/${string}`, folder: string): Promise<void>;
}

/** `folder`: where Wine's own files are. Rejects if there is no Wine, and it cannot be installed. */
export async function openWine(folder: string): Promise<Wine> {
  const wine = await findWine();
  const prefix = path.join(folder, "prefix");
  let runs = 0;

  async function run(program: string, values: readonly string[], environment: Readonly<Record<string, string>> = {}) {
    const log = path.join(folder, `output-${process.pid}-${runs++}.txt`);
    const handle = await open(log, "w");
    const child = spawn(wine, [program, ...values], {
      stdio: ["ignore", handle.fd, handle.fd],
      env: { ...process.env, ...environment, WINEPREFIX: prefix, WINEDEBUG: "-all", WINEDLLOVERRIDES: "mscoree,mshtml=" },
    });
    const code = await new Promise<number | null>((resolve, reject) => child.once("error", reject).once("exit", resolve));
    await handle.close();
    return { code, output: await readFile(log, "utf8") };
  }

  if (!existsSync(path.join(prefix, "system.reg"))) {
    await mkdir(prefix, { recursive: true });
    await run("wineboot", ["--init"]);
  }
  const { code, output } = await run("reg", setVersion.slice(1));
  if (code !== 0) throw new Error(`Wine cannot be used: ${output.trim()}`);
  return {
    run,
    async mount(name, mounted) {
      const link = path.join(prefix, "dosdevices", name);
      await mkdir(path.dirname(link), { recursive: true });
      if (!existsSync(link)) await symlink(mounted, link);
    },
  };
}

async function findWine(): Promise<string> {
  const find = () => findOnPath(["wine64", "wine"]) ?? (existsSync(installedPath) ? installedPath : undefined);
  const found = find() ?? ((await aptInstall("wine64")) ? find() : undefined);
  if (found === undefined) throw new Error("These tests need Wine: install the package wine64, on Debian or Ubuntu.");
  return found;
}

/** A path of this machine, as programs under Wine see it. */
export function windowsPath(file: string): string {
  return `Z:${file.replaceAll("/", "\\")}`;
}
