/** Resolves the paths that a prompt document names, and checks whether they are inside the workspace. */
import * as vscode from "vscode";
import { isBelow, leadsInside } from "../base/leadsInside.ts";

/** The folder that relative paths are resolved against; undefined if the document was never saved and no folder is open. */
export function folderOf(document: vscode.Uri): vscode.Uri | undefined {
  if (document.scheme !== "untitled") return vscode.Uri.joinPath(document, "..");
  return vscode.workspace.workspaceFolders?.[0]?.uri;
}

export function resolvePath(document: vscode.Uri, path: string): vscode.Uri | undefined {
  if (/^(?:\/|[a-z]:[\\/])/i.test(path))
    return document.scheme === "untitled" ? vscode.Uri.file(path) : document.with({ path: vscode.Uri.file(path).path });
  const folder = folderOf(document);
  return folder && vscode.Uri.joinPath(folder, path.replaceAll("\\", "/"));
}

/** false: the file system is known to be read-only. */
export function isWritable(file: vscode.Uri): boolean {
  return vscode.workspace.fs.isWritableFileSystem(file.scheme) !== false;
}

/** Whether the file is in the document's workspace folder, or, without one, in the document's own folder. */
export function isInside(document: vscode.Uri, file: vscode.Uri): boolean {
  const root = rootOf(document);
  return root !== undefined && isBelow(root, file);
}

/** The same after links are resolved. */
export async function isReallyInside(document: vscode.Uri, file: vscode.Uri): Promise<boolean> {
  const root = rootOf(document);
  return root !== undefined && (await leadsInside(root, file));
}

function rootOf(document: vscode.Uri): vscode.Uri | undefined {
  return vscode.workspace.getWorkspaceFolder(document)?.uri ?? folderOf(document);
}
