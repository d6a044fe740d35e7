/** The workspace's trust in; an error in the user's words, where files may not be sent, out. */
import * as vscode from "vscode";

export function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new Error(vscode.l10n.t("In a restricted workspace no files are sent. Trust the workspace to use its files."));
}
