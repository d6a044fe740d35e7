/** Saves a copy of a result's file where the user wants it. */
import * as vscode from "vscode";
import type { Tasks } from "../../generations/tasks.ts";
import { findNamedFiles } from "../artifacts/namedResults.ts";

/** Asks for each file where, unless it is given. Returns whether any was saved. @throws the file system's errors */
export async function saveResultAs(tasks: Tasks, clicked: unknown, others: unknown, to?: string): Promise<boolean> {
  let isSaved = false;
  for (const file of await findNamedFiles(tasks, clicked, others)) {
    const title = vscode.l10n.t("Save As");
    const target = to === undefined ? await vscode.window.showSaveDialog({ defaultUri: file, title }) : vscode.Uri.parse(to, true);
    if (target === undefined) return isSaved;
    // A file that is copied onto itself would be empty on some file systems.
    if (target.toString() !== file.toString()) await vscode.workspace.fs.copy(file, target, { overwrite: true });
    isSaved = true;
  }
  return isSaved;
}
