import * as vscode from "vscode";

const remote = "vscode-remote";

/**
 * Reads a URI as the window writes it, e.g. of a file that was dragged from the Explorer. The window calls files of another machine
 * `vscode-remote`, whereas for an extension host on that machine they are files, with links to follow and names to judge.
 */
export function windowUri(address: string): vscode.Uri {
  const uri = vscode.Uri.parse(address, true);
  const isElsewhere = vscode.workspace.workspaceFolders?.some((folder) => folder.uri.scheme === remote) === true;
  return uri.scheme === remote && vscode.env.remoteName !== undefined && !isElsewhere ? uri.with({ scheme: "file", authority: "" }) : uri;
}
