/** Keeps paths that others have written inside of the opened folders. */
import * as vscode from "vscode";
import { leadsInside } from "../leadsInside.ts";

/**
 * Where a path leads in each opened folder; an absolute one counts from there too.
 * @returns nothing for a path that leads out of a folder, also by a symbolic link.
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
