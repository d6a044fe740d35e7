/** Nothing in; whether this workspace may run prompt documents, the user told why where not, out. */
import * as vscode from "vscode";
import { announce } from "../report.ts";

/** A prompt document of a stranger may name files of the workspace, and costs money: both wait for trust. */
export function requireRunning(): boolean {
  if (vscode.workspace.isTrusted) return true;
  const message = vscode.l10n.t(
    "This workspace is restricted, so its prompt documents are not run: they could send its files and spend your balance. Editing and Show Request work.",
  );
  void announce(message, vscode.l10n.t("Manage Trust"), () => vscode.commands.executeCommand("workbench.trust.manage"));
  return false;
}
