/** Installs a VSIX in a profile with VS Code's command line. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Profile } from "./profile.ts";
import type { ServerLocation } from "./serverLocation.ts";

/** @throws Error with the tool's output when it refuses the file. */
export async function installVsix(server: ServerLocation, profile: Profile, file: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...[server.serverEntry, "--accept-server-license-terms", "--server-data-dir", profile.userDataFolder],
    ...["--user-data-dir", profile.userDataFolder, "--extensions-dir", profile.extensionsFolder, "--install-extension", file],
  ]);
  return stdout;
}
