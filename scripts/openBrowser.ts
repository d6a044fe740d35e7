/** Opens an address in the user's browser, if there is a screen. */
import { spawn } from "node:child_process";
import { findOnPath } from "./findBrowser.ts";

/** Returns whether a browser was started, without waiting for it. */
export function openBrowser(address: string, environment: NodeJS.ProcessEnv = process.env): boolean {
  const opener = findOpener(environment);
  if (opener === undefined) return false;
  const child = spawn(opener, [address], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
  return true;
}

function findOpener(environment: NodeJS.ProcessEnv): string | undefined {
  switch (process.platform) {
    case "darwin":
      return findOnPath(["open"], environment);
    case "win32":
      return findOnPath(["explorer"], environment);
    default:
      return environment.DISPLAY || environment.WAYLAND_DISPLAY ? findOnPath(["xdg-open"], environment) : undefined;
  }
}
