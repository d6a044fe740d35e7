/** Opens the folder for large files. */

import { lstatSync, mkdirSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorText } from "../../../contract/errorText.ts";
import { openOwner } from "../../../sqlite/owner.ts";
import type { FileOwner, FileStore } from "./fileStore.ts";
import { createFolderFiles } from "./folderFiles.ts";

/** Files that outlive the process, next to a database that `owner` shares with others. Throws if the folder cannot be created. */
export function openLastingFiles(root: string, area: string, owner: FileOwner): FileStore {
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(`The folder of files cannot be used (${root}): ${errorText(error)}`);
  }
  return createFolderFiles({ root, area, owner, isDurable: true });
}

/** Files that are removed when the process exits, or at the next start if it was killed. Default: in the system's temporary folder. */
export async function openTemporaryFiles(folder: string | undefined): Promise<FileStore> {
  const root = folder ?? temporaryFolder();
  const owner = openOwner(root);
  const area = "temporary";
  const files = createFolderFiles({ root, area, owner, isDurable: false });
  await files.sweep(async () => false);
  return {
    ...files,
    async close() {
      await rm(join(root, area, owner.id), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
      owner.close();
    },
  };
}

/** One for all services of this user. If another user owns something with that name, a separate one for this process. */
function temporaryFolder(): string {
  // Windows has a temporary folder for each user.
  const uid = process.getuid?.();
  const path = join(tmpdir(), `generation-studio-files${uid === undefined ? "" : `-${uid}`}`);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const found = lstatSync(path);
  const isOurs = found.isDirectory() && (uid === undefined || (found.uid === uid && (found.mode & 0o077) === 0));
  return isOurs ? path : mkdtempSync(`${path}-`);
}
