import { realpath } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";

/**
 * A file's path with `/`, as the user opened it: if a workspace folder is a link, a path with its links resolved is written below the
 * folder again.
 */
export async function openedPath(uri: vscode.Uri): Promise<string> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (uri.scheme !== "file" || folders.some((folder) => isBelow(uri.path, folder.uri.path))) return uri.path;
  for (const folder of folders.filter((one) => one.uri.scheme === "file")) {
    const real = await realpath(folder.uri.fsPath).catch(() => undefined);
    if (real === undefined) continue;
    const resolved = vscode.Uri.file(real).path;
    if (isBelow(uri.path, resolved)) return path.posix.join(folder.uri.path, uri.path.slice(resolved.length));
  }
  return uri.path;
}

function isBelow(file: string, folder: string): boolean {
  return file === folder || file.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}
