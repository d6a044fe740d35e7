/** Folders wherever a workspace on Windows may be. */
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/** `S:` is a folder of another drive, as `subst` makes one. `scripts/testWindows.ts` prepares it and the share. */
export const locations: Readonly<Record<string, string>> = {
  "a drive": tmpdir(),
  "a drive of subst": "S:\\",
  "a share": "\\\\server\\share\\",
};

/** A new folder, which is removed after the test. */
export async function makeFolder(location: string): Promise<string> {
  const folder = await mkdtemp(path.join(locations[location] ?? "", "generation-studio-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));
  return folder;
}

/** Runs a script in another process, and waits until it ends. */
export function runElsewhere(script: string, ...values: readonly string[]): void {
  execFileSync(process.execPath, ["--no-warnings", "--eval", script, ...values], { stdio: "ignore" });
}
