import type * as vscode from "vscode";
import { containingFolder, followLinks } from "../../disclosure/insideFolders.ts";

/** Whether a file is below the folder after all links are resolved. The file need not exist yet. */
export async function leadsInside(folder: vscode.Uri, file: vscode.Uri): Promise<boolean> {
  if (!isBelow(folder, file)) return false;
  if (folder.scheme !== "file") return true;
  const [realFolder, realFile] = await Promise.all([followLinks(folder.fsPath), followLinks(file.fsPath)]);
  return realFile !== realFolder && containingFolder([realFolder], realFile) !== undefined;
}

/** Whether the file's URI is below the folder's URI; links are not resolved. */
export function isBelow(folder: vscode.Uri, file: vscode.Uri): boolean {
  if (folder.scheme !== file.scheme || folder.authority !== file.authority) return false;
  return file.path.startsWith(folder.path.endsWith("/") ? folder.path : `${folder.path}/`);
}
