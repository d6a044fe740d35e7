/** Finds an installed Chromium, Chrome or Edge that can run without a screen. */
import { accessSync, constants, existsSync } from "node:fs";
import path from "node:path";

/** Headless shells come first: others draw the browser's own window for each page, which costs more than most pages. */
const names = [
  "chromium-headless-shell",
  "chrome-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "microsoft-edge",
  "msedge",
  "chrome",
];
const paths = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** Uses the executable in `CHROMIUM`, or searches the PATH and the usual locations. */
export function findBrowser(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = environment.CHROMIUM;
  if (named) return isExecutable(named) ? named : undefined;
  return findOnPath(names, environment) ?? paths.find((path) => existsSync(path));
}

/** The first of the commands that is on the PATH, as an absolute path. */
export function findOnPath(commands: readonly string[], environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const folders = (environment.PATH ?? "").split(path.delimiter).filter(Boolean);
  const endings = process.platform === "win32" ? [".exe", ".cmd"] : [""];
  for (const command of commands)
    for (const folder of folders)
      for (const ending of endings) {
        const file = path.join(folder, command + ending);
        if (isExecutable(file)) return file;
      }
  return undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
