/** The npm package of the program, for tests that install it. */
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { lockFile } from "../../scripts/vscodeHost/folderLock.ts";
import { repositoryFolder } from "../../scripts/vscodeHost/serverLocation.ts";

/** Writes the tarball into the folder. One process packs at a time, because `npm pack` builds into the repository. */
export async function packProgram(folder: string): Promise<void> {
  const release = await lockFile(path.join(repositoryFolder, "node_modules", ".cache", "packing.lock"), () => undefined);
  try {
    await promisify(execFile)("npm", ["pack", "--pack-destination", folder], { cwd: repositoryFolder });
  } finally {
    release();
  }
}
