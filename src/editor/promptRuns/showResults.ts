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
  await vscode.commands.executeCommand("vscode.open", picked.uri, vscode.ViewColumn.Beside);
}

async function pickResult(results: readonly RunResult[], document: vscode.TextDocument): Promise<RunResult | undefined> {
  const items = results.map((result) => ({ label: result.label, description: describeFolder(result.uri), result }));
  const title = vscode.l10n.t("Results of {0}", vscode.workspace.asRelativePath(document.uri));
  return (await vscode.window.showQuickPick(items, { title, matchOnDescription: true }))?.result;
}

function describeFolder(uri: vscode.Uri): string {
  return vscode.workspace.asRelativePath(vscode.Uri.joinPath(uri, ".."));
}
