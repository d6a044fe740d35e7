import * as vscode from "vscode";
import type { ArtifactLocation, ArtifactTarget } from "../../tasks/task.ts";

/** Where an artifact was saved. It may have been moved since: see `findResults`. */
export function artifactUri({ path, uri }: ArtifactLocation): vscode.Uri {
  return uri === undefined ? vscode.Uri.file(path) : vscode.Uri.parse(uri, true);
}

/** How the journal names a file. */
export function artifactLocation(file: vscode.Uri): ArtifactLocation {
  return file.scheme === "file" ? { path: file.fsPath } : { uri: file.toString() };
}

export function targetUri({ folder, uri }: ArtifactTarget): vscode.Uri {
  return uri === undefined ? vscode.Uri.file(folder) : vscode.Uri.parse(uri, true);
}

/** A folder as a task's target: other file systems than this machine's disk are reached by their URI. */
export function targetIn(folder: vscode.Uri, pattern: string): ArtifactTarget {
  return folder.scheme === "file" ? { folder: folder.fsPath, pattern } : { uri: folder.toString(), pattern };
}
