import * as vscode from "vscode";

/** Throws an error with a message for the user if files must not be sent. */
export function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new Error(vscode.l10n.t("No files are sent in Restricted Mode. Trust the workspace to use its files."));
}
