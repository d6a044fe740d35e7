/** A prompt document's address and a path that it names in; the file's address, and whether it lies inside the workspace, out. */
import { realpath } from "node:fs/promises";
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

/** false: the file system says that it is read-only. */
export function isWritable(file: vscode.Uri): boolean {
  return vscode.workspace.fs.isWritableFileSystem(file.scheme) !== false;
}

/** Inside the folder of the workspace that holds the document, or, without one, in the document's own folder. */
export function isInside(document: vscode.Uri, file: vscode.Uri): boolean {
  const root = rootOf(document);
  return root !== undefined && isBelow(root, file);
}

/** The same for what a link leads to, on this machine's disk. A file that is not there counts by its name. */
export async function leadsInside(document: vscode.Uri, file: vscode.Uri): Promise<boolean> {
  const root = rootOf(document);
  if (root === undefined || !isBelow(root, file)) return false;
  if (root.scheme !== "file") return true;
  const [realRoot, realFile] = await Promise.all([followLinks(root), followLinks(file)]);
  return isBelow(realRoot, realFile);
}

function rootOf(document: vscode.Uri): vscode.Uri | undefined {
  return vscode.workspace.getWorkspaceFolder(document)?.uri ?? folderOf(document);
}

function isBelow(root: vscode.Uri, file: vscode.Uri): boolean {
  if (root.scheme !== file.scheme || root.authority !== file.authority) return false;
  return file.path.startsWith(root.path.endsWith("/") ? root.path : `${root.path}/`);
}

async function followLinks(uri: vscode.Uri): Promise<vscode.Uri> {
  return realpath(uri.fsPath).then(vscode.Uri.file, () => uri);
}
