/** Whether this workspace may run prompt documents. Tells the user why it may not. */
import * as vscode from "vscode";
import { announce } from "../report.ts";

/** A prompt document of a stranger may name files of the workspace, and costs money: both wait for trust. */
export function requireRunning(): boolean {
  if (vscode.workspace.isTrusted) return true;
  const message = vscode.l10n.t(
    "Prompt documents are not run in Restricted Mode, because they could send files and spend your balance. Editing and Show Request work.",
  );
  void announce(message, vscode.l10n.t("Manage Trust"), () => vscode.commands.executeCommand("workbench.trust.manage"));
  return false;
}
