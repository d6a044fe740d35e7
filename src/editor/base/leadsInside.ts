import { readlink, realpath } from "node:fs/promises";
import path from "node:path";
import type * as vscode from "vscode";

/** Whether a file is below the folder after all links are resolved. The file need not exist yet. */
export async function leadsInside(folder: vscode.Uri, file: vscode.Uri): Promise<boolean> {
  if (!isBelow(folder, file)) return false;
  if (folder.scheme !== "file") return true;
  const [realFolder, realFile] = await Promise.all([followLinks(folder.fsPath), followLinks(file.fsPath)]);
  return realFile.startsWith(realFolder.endsWith(path.sep) ? realFolder : realFolder + path.sep);
}

/** Whether the file's URI is below the folder's URI; links are not resolved. */
export function isBelow(folder: vscode.Uri, file: vscode.Uri): boolean {
  if (folder.scheme !== file.scheme || folder.authority !== file.authority) return false;
  return file.path.startsWith(folder.path.endsWith("/") ? folder.path : `${folder.path}/`);
}

/** For a file that does not exist, resolves its existing folders. A dangling link is resolved to its target. */
async function followLinks(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch {
    const parent = path.dirname(file);
    if (parent === file) return file;
    const real = path.join(await followLinks(parent), path.basename(file));
    return readlink(real).then(
      (target) => followLinks(path.resolve(path.dirname(real), target)),
      () => real,
    );
  }
}
