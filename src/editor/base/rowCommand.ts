import * as vscode from "vscode";
import { announce } from "./report.ts";

type Handler = (clicked: unknown, selected: unknown, given: unknown) => unknown;

/**
 * Makes the handler of a command in the menus of a tree's rows. VS Code passes the clicked row and the selected ones, and nothing at all if the
 * command has come from elsewhere. A row that was listed again after its menu had been opened is lost: VS Code passes undefined for it. The
 * selected rows are then not what the user has clicked, so nothing is done.
 */
export function rowCommand(run: Handler): (...values: unknown[]) => unknown {
  return (...values) => {
    const [clicked, selected, given] = values;
    const isLost = values.length > 0 && clicked === undefined && given === undefined && (selected === undefined || Array.isArray(selected));
    if (!isLost) return run(clicked, selected, given);
    void announce(vscode.l10n.t("The list was just updated, so nothing was done. Choose the command again."));
    return undefined;
  };
}
