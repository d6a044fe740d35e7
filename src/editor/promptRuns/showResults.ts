/** Opens the results of a prompt document's last run beside it. */
import * as vscode from "vscode";
import { announce } from "../report.ts";
import type { RunResult } from "./runRegister.ts";

/** If there are several results, the user picks one. */
export async function showResults(results: readonly RunResult[], document: vscode.TextDocument): Promise<void> {
  const [only, another] = results;
  if (!only) {
    void announce(vscode.l10n.t("This prompt document has no results yet."));
    return;
  }
  const picked = another ? await pickResult(results, document) : only;
  if (!picked) return;
  if (isGone(picked.uri)) {
    void announce(vscode.l10n.t("The answer was in an editor that is now closed. Use “output: NAME” to save answers in a file."));
    return;
  }
  await vscode.commands.executeCommand("vscode.open", picked.uri, vscode.ViewColumn.Beside);
}

async function pickResult(results: readonly RunResult[], document: vscode.TextDocument): Promise<RunResult | undefined> {
  const items = results.map((result) => ({ label: result.label, description: describeFolder(result.uri), result }));
  const title = vscode.l10n.t("Results of {0}", vscode.workspace.asRelativePath(document.uri));
  return (await vscode.window.showQuickPick(items, { title, matchOnDescription: true }))?.result;
}

function describeFolder(uri: vscode.Uri): string {
  return uri.scheme === "untitled" ? "" : vscode.workspace.asRelativePath(vscode.Uri.joinPath(uri, ".."));
}

/** VS Code would reopen a closed untitled editor as an empty one. */
function isGone(uri: vscode.Uri): boolean {
  if (uri.scheme !== "untitled") return false;
  const isOpen = vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString() && !document.isClosed);
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return !isOpen && !tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
}
