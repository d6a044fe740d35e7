/** A prompt document's address and a path that it names in; the file's address, and whether it lies inside the workspace, out. */
import * as vscode from "vscode";

/** The folder that relative paths start from; undefined for a document that was never saved and no folder is open. */
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

/** Inside the folder of the workspace that holds the document, or, without one, in the document's own folder. */
export function isInside(document: vscode.Uri, file: vscode.Uri): boolean {
  const root = vscode.workspace.getWorkspaceFolder(document)?.uri ?? folderOf(document);
  if (!root || root.scheme !== file.scheme || root.authority !== file.authority) return false;
  const base = root.path.endsWith("/") ? root.path : `${root.path}/`;
  return file.path.startsWith(base);
}
