/** Finds the tasks that a command is called with: rows of the Tasks view, or files. */
import * as vscode from "vscode";
import type { Task } from "../../generations/task.ts";
import type { Tasks } from "../../generations/tasks.ts";
import { artifactLocation } from "../base/artifactUri.ts";
import { announce } from "../base/report.ts";
import type { TaskSelection } from "../showing/readTaskSelection.ts";
import { hashContent } from "./hashContent.ts";

/** Shows a notification for each file that no task is known for. */
export async function findTasks(tasks: Tasks, { keys, files }: TaskSelection): Promise<Task[]> {
  if (keys.length > 0) return keys.map((key) => tasks.get(key)).filter((task) => task !== undefined);
  const found: Task[] = [];
  for (const file of files) {
    const task = await findTaskOfFile(tasks, file);
    if (task === undefined) announceUnknown(file);
    else found.push(task);
  }
  return found;
}

export function announceUnknown(file: vscode.Uri): void {
  void announce(vscode.l10n.t("It is not known how {0} was generated.", vscode.workspace.asRelativePath(file)));
}

/** The task that made a file, found by its location, or by its content if it was moved. In a restricted workspace, no content is read. */
export async function findTaskOfFile(tasks: Tasks, file: vscode.Uri): Promise<Task | undefined> {
  const known = tasks.findByArtifact(artifactLocation(file));
  if (known !== undefined || !vscode.workspace.isTrusted) return known;
  return tasks.findByArtifact({ sha256: await hashContent(file) });
}
