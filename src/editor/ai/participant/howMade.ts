/** Describes how files were generated: from the journal, or else from their own metadata. */

import * as vscode from "vscode";
import { errorText } from "../../../contract/errorText.ts";
import type { Tasks } from "../../../generations/tasks.ts";
import { findTaskOfFile } from "../../artifacts/findTasks.ts";
import { writeOrigin } from "../../artifacts/originDetails.ts";
import { readFiles } from "../../base/readFiles.ts";
import { writeDetails } from "../../requests/taskDetails.ts";

const mostFiles = 10;

/** The files attached to a question, or else the active one. */
export function readAskedFiles(references: readonly vscode.ChatPromptReference[]): vscode.Uri[] {
  const attached = references.flatMap(({ value }) => {
    if (value instanceof vscode.Uri) return [value];
    return value instanceof vscode.Location ? [value.uri] : [];
  });
  return (attached.length > 0 ? attached : readFiles(undefined, undefined)).slice(0, mostFiles);
}

/** A page in Markdown; for a file that cannot be read, a sentence. */
export async function writeHowMade(tasks: Tasks, file: vscode.Uri): Promise<string> {
  try {
    const task = await findTaskOfFile(tasks, file);
    if (task !== undefined) return writeDetails(task, tasks, Date.now());
    const origin = await writeOrigin(file);
    return origin ?? vscode.l10n.t("It is not known how {0} was generated.", vscode.workspace.asRelativePath(file));
  } catch (error) {
    return errorText(error);
  }
}
