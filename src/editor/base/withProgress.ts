import * as vscode from "vscode";
import { plainMessage } from "../../contract/plainMessage.ts";

/** Shows a progress in a notification while `run` works; its Cancel aborts the signal. */
export function withProgress<Result>(
  title: string,
  run: (signal: AbortSignal, progress: vscode.Progress<{ message?: string }>) => Promise<Result>,
): Thenable<Result> {
  const options = { location: vscode.ProgressLocation.Notification, title: plainMessage(title), cancellable: true };
  return vscode.window.withProgress(options, (progress, token) => run(signalOf(token), progress));
}

export function signalOf(token: vscode.CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  else token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
