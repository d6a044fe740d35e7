/** Checks and creates the folder of an artifact, never outside the task's folder. */

import { constants } from "node:fs";
import { access, lstat, mkdir, realpath, stat, statfs } from "node:fs/promises";
import { join, relative } from "node:path";
import { containingFolder } from "../../disclosure/insideFolders.ts";
import { DiskError, isDiskCode } from "../diskError.ts";
import { syncFolder } from "./moveFile.ts";

/**
 * The folder itself may be a link, since the user chose it; nothing below it may lead out of it.
 * @returns the path below the folder as the user named it.
 * @throws DiskError when a link leads out; the file system's error when the folder is gone or the disk refuses.
 */
export async function makeArtifactFolder(folder: string, segments: readonly string[]): Promise<string> {
  const root = await realpath(folder);
  let current = root;
  for (const segment of segments) {
    const next = join(current, segment);
    await mkdir(next).then(
      () => syncFolder(current),
      (error: unknown) => {
        if (!isDiskCode(error, "EEXIST")) throw error;
      },
    );
    current = await followInside(root, next);
  }
  return join(folder, relative(root, current));
}

/**
 * Creates the folder, and checks whether an artifact can be saved in the subfolders that `segments` name, without creating those.
 * @throws DiskError when a link leads out, or when a folder's name is used by a file or a broken link; the file system's error when the
 * disk refuses or is full.
 */
export async function checkArtifactFolder(folder: string, segments: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const root = await realpath(folder);
  let current = root;
  for (const segment of segments) {
    const next = join(current, segment);
    if (!(await exists(next))) break;
    current = await followInside(root, next);
  }
  if (!(await stat(current)).isDirectory()) throw new DiskError("A part of the folder's path is a file.");
  await access(current, constants.W_OK);
  const { blocks, bavail } = await statfs(current);
  // File systems that do not report their size return 0 blocks.
  if (blocks > 0 && bavail === 0) throw new DiskError("The disk is full.");
}

async function followInside(root: string, path: string): Promise<string> {
  const found = await realpath(path);
  if (containingFolder([root], found) !== undefined) return found;
  throw new DiskError("A link leads out of the folder, so nothing is written there.");
}

/** Whether anything has this name, including a broken link. @throws the file system's other errors. */
export async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isDiskCode(error, "ENOENT")) return false;
    throw error;
  }
}
