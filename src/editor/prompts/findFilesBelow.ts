/** Finds the files in a folder of any file system. */
import * as vscode from "vscode";
import { passedOver, walkFiles } from "../base/walkFiles.ts";

/** Levels of folders to read where VS Code has no search: each folder is a request to another machine. */
const deepestFolder = 4;

/** In the order in which they are found. VS Code's search is used in workspace folders; other folders are read directly. */
export async function findFilesBelow(folder: vscode.Uri, pattern: "**/*" | "**/*.gen.md", most: number): Promise<vscode.Uri[]> {
  const isSearched = vscode.workspace.getWorkspaceFolder(folder) !== undefined;
  const found = isSearched
    ? await vscode.workspace.findFiles(new vscode.RelativePattern(folder, pattern), `**/{${passedOver.join(",")}}/**`, most)
    : [];
  if (found.length > 0 || folder.scheme === "file") return found;
  const files = await walkFiles(folder, { most, deepest: deepestFolder });
  return pattern === "**/*" ? files : files.filter((file) => file.path.endsWith(".gen.md"));
}
