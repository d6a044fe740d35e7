/** Keeps paths from untrusted text inside the workspace folders. */
import * as vscode from "vscode";
import { leadsInside } from "../base/leadsInside.ts";

/**
 * The path in each workspace folder; an absolute path is also resolved relative to the folder.
 * @returns no URI for a folder that the path leads out of, including through symbolic links.
 */
export async function resolveInside(named: string): Promise<vscode.Uri[]> {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const resolved = folders.map((folder) => {
    const text = named.replaceAll("\\", "/");
    const relative = text.startsWith(`${folder.path}/`) ? text.slice(folder.path.length) : text;
    const file = vscode.Uri.joinPath(folder, relative);
    return { folder, file };
  });
  const inside = await Promise.all(resolved.map(async ({ folder, file }) => ((await leadsInside(folder, file)) ? [file] : [])));
  return inside.flat();
}

/** Whether a file is in a workspace folder after all links. */
export async function leadsInsideWorkspace(file: vscode.Uri): Promise<boolean> {
  const folder = vscode.workspace.getWorkspaceFolder(file)?.uri;
  return folder !== undefined && leadsInside(folder, file);
}
