import * as vscode from "vscode";
import type { ArtifactLocation, ArtifactTarget } from "../../generations/task.ts";

/** Where an artifact was saved. It may have been moved since; see `findResults`. */
export function artifactUri({ path, uri }: ArtifactLocation): vscode.Uri {
  return uri === undefined ? vscode.Uri.file(path) : vscode.Uri.parse(uri, true);
}

/** A file's location, as stored in the journal. */
export function artifactLocation(file: vscode.Uri): ArtifactLocation {
  return file.scheme === "file" ? { path: file.fsPath } : { uri: file.toString() };
}

export function targetUri({ folder, uri }: ArtifactTarget): vscode.Uri {
  return uri === undefined ? vscode.Uri.file(folder) : vscode.Uri.parse(uri, true);
}

/** Whether the files of a task go into a folder that this window has open. */
export function savesHere({ target }: { target: ArtifactTarget }): boolean {
  return vscode.workspace.getWorkspaceFolder(targetUri(target)) !== undefined;
}

/** A folder as a task's target: a path on this machine's disk, a URI on other file systems. */
export function targetIn(folder: vscode.Uri, pattern: string): ArtifactTarget {
  return folder.scheme === "file" ? { folder: folder.fsPath, pattern } : { uri: folder.toString(), pattern };
}
