import { homedir } from "node:os";
import path from "node:path";

/** The folder for the user's application data, by the convention of the operating system. */
export function findDataFolder(environment: NodeJS.ProcessEnv): string {
  switch (process.platform) {
    case "win32":
      return path.join(environment.LOCALAPPDATA || path.join(homedir(), "AppData", "Local"), "generation-studio");
    case "darwin":
      return path.join(homedir(), "Library", "Application Support", "generation-studio");
    default:
      return path.join(environment.XDG_DATA_HOME || path.join(homedir(), ".local", "share"), "generation-studio");
  }
}
