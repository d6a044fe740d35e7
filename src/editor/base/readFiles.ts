import * as vscode from "vscode";

/**
 * The Explorer passes the clicked file and, as the second argument, all selected ones. The palette passes nothing: the active tab is meant.
 */
export function readFiles(file: unknown, others: unknown): vscode.Uri[] {
  if (Array.isArray(others) && others.length > 0) return others.filter((other) => other instanceof vscode.Uri);
  if (file instanceof vscode.Uri) return [file];
  const active = activeFile();
  return active === undefined ? [] : [active];
}

/** An image is shown by a custom editor, not by a text editor. */
function activeFile(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const isFile = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
  return isFile ? input.uri : vscode.window.activeTextEditor?.document.uri;
}
