import * as vscode from "vscode";
import { announce } from "../base/report.ts";

const { t } = vscode.l10n;

/** Says that a document with errors is not run. */
export function announceErrors(count: number): void {
  const message =
    count === 1
      ? t("This prompt document has a problem. Nothing was sent.")
      : t("This prompt document has {0} problems. Nothing was sent.", count);
  void announce(message, t("Show Problems"), () => vscode.commands.executeCommand("workbench.actions.view.problems"));
}
