/** The progress of requests in a notification, from which the user can leave them. */
import * as vscode from "vscode";
import { plainMessage } from "../../contract/plainMessage.ts";
import type { Tasks } from "../../generations/tasks.ts";
import { settings } from "../base/settings.ts";
import { stopWaitingTitle } from "../showing/describeTask.ts";

export interface TaskProgressOptions {
  title: string;
  /** One or two words, for a line that has little room. */
  shortTitle: string;
  baseUrl: string;
  /** undefined: not known yet. */
  models: readonly string[] | undefined;
}

let count = 0;

/**
 * VS Code names the button of a progress “Cancel”. It is shown only if the service ends the generation of every model's task that is deleted.
 * Otherwise a link says what leaving does. It comes first, because VS Code shows one line of a notification without buttons.
 */
export function withTaskProgress<Result>(
  tasks: Pick<Tasks, "canCancel">,
  { title, shortTitle, baseUrl, models }: TaskProgressOptions,
  run: (report: (message: string, increment?: number) => void, signal: AbortSignal) => Promise<Result>,
): Thenable<Result> {
  const cancellable =
    models === undefined
      ? settings.biller(undefined) !== "service"
      : models.every((model) => tasks.canCancel({ baseUrl, model, id: "", state: "pending" }));
  const controller = new AbortController();
  count += 1;
  const command = `_generationStudio.stopWaiting.${count}`;
  const start = cancellable ? "" : `[${stopWaitingTitle()}](command:${command}) · ${plainMessage(title)}: `;
  const leaving = vscode.commands.registerCommand(command, () => controller.abort());
  const options = { location: vscode.ProgressLocation.Notification, title: cancellable ? plainMessage(title) : shortTitle, cancellable };
  return vscode.window.withProgress(options, async (progress, token) => {
    token.onCancellationRequested(() => controller.abort());
    const report = (message: string, increment?: number) =>
      progress.report({ message: `${start}${plainMessage(message)}`, ...(increment === undefined ? {} : { increment }) });
    try {
      return await run(report, controller.signal);
    } finally {
      leaving.dispose();
    }
  });
}
