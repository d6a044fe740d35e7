/** The progress of requests in a notification, from which the user can leave them. */
import * as vscode from "vscode";
import type { Tasks } from "../../generations/tasks.ts";
import { stopWaitingTitle } from "../showing/describeTask.ts";

export interface TaskProgressOptions {
  title: string;
  baseUrl: string;
  /** undefined: not known yet. */
  models: readonly string[] | undefined;
}

let count = 0;

/**
 * VS Code names the button of a progress “Cancel”. It is shown only if the service ends the generation of every model's task that is deleted.
 * Otherwise a link says what leaving does.
 */
export function withTaskProgress<Result>(
  tasks: Pick<Tasks, "canCancel">,
  { title, baseUrl, models }: TaskProgressOptions,
  run: (report: (message: string, increment?: number) => void, signal: AbortSignal) => Promise<Result>,
): Thenable<Result> {
  const cancellable = models?.every((model) => tasks.canCancel({ baseUrl, model, id: "", state: "pending" })) ?? false;
  const controller = new AbortController();
  count += 1;
  const command = `_generationStudio.stopWaiting.${count}`;
  const link = cancellable ? "" : ` · [${stopWaitingTitle()}](command:${command})`;
  const leaving = vscode.commands.registerCommand(command, () => controller.abort());
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable }, async (progress, token) => {
    token.onCancellationRequested(() => controller.abort());
    const report = (message: string, increment?: number) =>
      progress.report({ message: `${message}${link}`, ...(increment === undefined ? {} : { increment }) });
    try {
      return await run(report, controller.signal);
    } finally {
      leaving.dispose();
    }
  });
}
