/** Finds the files that a prompt document can name. */
import type * as vscode from "vscode";
import { findFilesBelow } from "./findFilesBelow.ts";
import { documentFolder } from "./promptPaths.ts";

/** Maximum number of files. */
const mostPaths = 2000;

/** Paths relative to the document of files in its folder and below, those in fewer folders first. */
export async function findPaths(document: vscode.Uri): Promise<string[]> {
  const folder = documentFolder(document);
  if (!folder) return [];
  const found = await findFilesBelow(folder, "**/*", mostPaths);
  const base = folder.path.endsWith("/") ? folder.path : `${folder.path}/`;
  return found
    .filter((file) => file.path.startsWith(base) && file.path !== document.path)
    .map((file) => file.path.slice(base.length))
    .sort((a, b) => a.split("/").length - b.split("/").length || a.localeCompare(b));
}
