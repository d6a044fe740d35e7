/** Resolves the paths that a prompt document names, and checks whether they are inside the workspace. */
import * as vscode from "vscode";
import { limits } from "../../contract/limits.ts";
import type { Judged } from "../../disclosure/judge.ts";
import { judgeFile } from "../base/disclosure.ts";
import { leadsInside } from "../base/leadsInside.ts";
import { readSmallFile } from "../base/readSmallFile.ts";

/** The folder that relative paths are resolved against; undefined if the document was never saved and no folder is open. */
export function documentFolder(document: vscode.Uri): vscode.Uri | undefined {
  if (document.scheme !== "untitled") return vscode.Uri.joinPath(document, "..");
  return vscode.workspace.workspaceFolders?.[0]?.uri;
}

export function resolvePath(document: vscode.Uri, path: string): vscode.Uri | undefined {
  if (/^(?:\/|[a-z]:[\\/])/i.test(path))
    return document.scheme === "untitled" ? vscode.Uri.file(path) : document.with({ path: vscode.Uri.file(path).path });
  const folder = documentFolder(document);
  return folder && vscode.Uri.joinPath(folder, path.replaceAll("\\", "/"));
}

/** false: the file system is known to be read-only. */
export function isWritableFile(file: vscode.Uri): boolean {
  return vscode.workspace.fs.isWritableFileSystem(file.scheme) !== false;
}

/** Whether the file is, after all links, in the document's workspace folder, or, without one, in the document's own folder. It need not exist yet. */
export async function isInside(document: vscode.Uri, file: vscode.Uri): Promise<boolean> {
  const root = rootOf(document);
  return root !== undefined && leadsInside(root, file);
}

/** Reads a file that a document names, judged by its real path and content. undefined: it is missing or too large. */
export async function readNamedFile(document: vscode.Uri, file: vscode.Uri): Promise<Judged<Uint8Array> | undefined> {
  try {
    const bytes = await readSmallFile(file, limits.fileBytesPerRequest);
    return bytes && (await judgeNamed(document, file, bytes));
  } catch {
    return undefined;
  }
}

/** The same for a file that was read. */
export function judgeNamed<Content extends string | Uint8Array>(
  document: vscode.Uri,
  file: vscode.Uri,
  content: Content,
): Promise<Judged<Content>> {
  return judgeFile(file, content, content, { root: rootOf(document) });
}

function rootOf(document: vscode.Uri): vscode.Uri | undefined {
  return vscode.workspace.getWorkspaceFolder(document)?.uri ?? documentFolder(document);
}
