/** Shows the prompt documents of two tasks in VS Code's diff editor. */
import * as vscode from "vscode";
import type { Task } from "../../generations/task.ts";
import type { Tasks } from "../../generations/tasks.ts";
import { writePromptDocument } from "../../prompt/write/writePromptDocument.ts";
import { findTasks } from "../artifacts/findTasks.ts";
import { describePrompt } from "../artifacts/linkSyntax.ts";
import { announce } from "../base/report.ts";
import type { TaskSelection } from "../showing/readTaskSelection.ts";
import { promptScheme } from "./promptScheme.ts";

const { t } = vscode.l10n;

/** Returns whether a diff was shown. */
export async function comparePrompts(tasks: Tasks, selection: TaskSelection): Promise<boolean> {
  const [first, second] = await findTasks(tasks, selection);
  if (first === undefined || second === undefined) {
    void announce(t("Select two results to compare their prompts."));
    return false;
  }
  const title = `${describePrompt(first.prompt, 40)} ↔ ${describePrompt(second.prompt, 40)}`;
  await vscode.commands.executeCommand("vscode.diff", documentOf(first), documentOf(second), title, { preview: false });
  return true;
}

function documentOf({ key }: Task): vscode.Uri {
  return vscode.Uri.from({ scheme: promptScheme, path: `/${key}/${t("Prompt")}.gen.md` });
}

/** The prompt document that *Save as Prompt Document* creates for the task. */
export function writeTaskPrompt(tasks: Tasks, { path }: vscode.Uri): string {
  const task = tasks.get(path.split("/")[1] ?? "");
  return task === undefined ? t("This task is not in the journal any more.") : writePromptDocument(task.request);
}
