/** Moves a received file to a free path, completely and durably, and never overwrites another file. */
import { constants } from "node:fs";
import { copyFile, link as linkFile, open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isDiskCode } from "../diskError.ts";

/** How systems report that a disk has no hard links. On Windows, libuv reports ERROR_INVALID_FUNCTION as EISDIR. */
const codesWithoutLinks = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EINVAL", "EISDIR"];

/**
 * Gives a received file its name. Afterwards the received file may be gone, or still exist as a second name of the same file.
 * @param link makes a second name of a file, as the function of `node:fs/promises` does.
 * @returns false when the name is already in use.
 * @throws the file system's error. Then there is nothing at the path, or an empty file that `removeReservation` removes.
 */
export async function moveFile(received: string, path: string, link = linkFile): Promise<boolean> {
  await syncFile(received);
  try {
    await link(received, path);
  } catch (error) {
    if (isDiskCode(error, "EEXIST")) return false;
    if (isDiskCode(error, "EXDEV")) return await moveFromOtherDisk(received, path);
    if (!isDiskCode(error, ...codesWithoutLinks)) throw error;
    return await moveWithoutLinks(received, path);
  }
  await syncFolder(dirname(path));
  return true;
}

async function moveFromOtherDisk(received: string, path: string): Promise<boolean> {
  const near = join(dirname(path), `.${basename(path)}.partial`);
  try {
    await rm(near, { force: true });
    await copyFile(received, near, constants.COPYFILE_EXCL);
    return await moveFile(near, path);
  } finally {
    await rm(near, { force: true });
  }
}

/** For file systems without hard links: an empty file reserves the name, and the rename replaces it. */
async function moveWithoutLinks(received: string, path: string): Promise<boolean> {
  try {
    await (await open(path, "wx")).close();
  } catch (error) {
    if (isDiskCode(error, "EEXIST")) return false;
    throw error;
  }
  try {
    await rename(received, path);
  } catch (error) {
    await rm(path, { force: true });
    if (isDiskCode(error, "EXDEV")) return await moveFromOtherDisk(received, path);
    throw error;
  }
  await syncFolder(dirname(path));
  return true;
}

/** Removes the empty file that is left when a process dies between reserving and renaming. */
export async function removeReservation(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() && found.size === 0) await rm(path);
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes a new name survive a power failure. Windows has no such call, and some file systems refuse it. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  try {
    const folder = await open(path, "r");
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (!isDiskCode(error, "EINVAL", "ENOTSUP", "EPERM", "EACCES", "EISDIR")) throw error;
  }
}
