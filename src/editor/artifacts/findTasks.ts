/** Finds the tasks that a command is called with: rows of the Tasks view, or files. */
import * as vscode from "vscode";
import type { Task } from "../../tasks/task.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import type { TaskSelection } from "../readTaskSelection.ts";
import { announce } from "../report.ts";

/** Announces each file of which nothing is known. */
export async function findTasks(tasks: Tasks, { keys, files }: TaskSelection): Promise<Task[]> {
  if (keys.length > 0) return keys.map((key) => tasks.get(key)).filter((task) => task !== undefined);
  const found: Task[] = [];
  for (const file of files) {
    const task = await findTaskOfFile(tasks, file);
    if (task === undefined) void announce(vscode.l10n.t("It is not known how {0} was generated.", vscode.workspace.asRelativePath(file)));
    else found.push(task);
  }
  return found;
}

/** The task that made a file: by its location, or by its content where it was moved. */
async function findTaskOfFile(tasks: Tasks, file: vscode.Uri): Promise<Task | undefined> {
  const known = tasks.findByArtifact(file.scheme === "file" ? { path: file.fsPath } : { uri: file.toString() });
  if (known !== undefined) return known;
  const { createHash } = await import("node:crypto");
  const sha256 = createHash("sha256")
    .update(await vscode.workspace.fs.readFile(file))
    .digest("hex");
  return tasks.findByArtifact({ sha256 });
}
