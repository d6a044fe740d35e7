import * as vscode from "vscode";
import { announce } from "../base/report.ts";

/** Says that a document with errors is not run. */
export function announceErrors(count: number): void {
  const message =
    count === 1
      ? vscode.l10n.t("This prompt document has a problem. Nothing was sent.")
      : vscode.l10n.t("This prompt document has {0} problems. Nothing was sent.", count);
  void announce(message, vscode.l10n.t("Show Problems"), () => vscode.commands.executeCommand("workbench.actions.view.problems"));
}
