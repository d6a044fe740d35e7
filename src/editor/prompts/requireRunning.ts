/** Checks whether this workspace may run prompt documents, and reports why it may not. */
import * as vscode from "vscode";
import { announce } from "../base/report.ts";

/** A prompt document from someone else may send files of the workspace, and costs money, so both require trust. */
export function requireRunning(): boolean {
  if (vscode.workspace.isTrusted) return true;
  const message = vscode.l10n.t(
    "Prompt documents are not run in Restricted Mode, because they could send files and spend your balance. Editing and Show Request work.",
  );
  void announce(message, vscode.l10n.t("Manage Trust"), () => vscode.commands.executeCommand("workbench.trust.manage"));
  return false;
}
