import * as vscode from "vscode";
import { plainMessage } from "../../contract/plainMessage.ts";

/**
 * Shows a progress in a notification while `run` works; its Cancel aborts the signal. `increment`: percents since the last message.
 * `cancellable`: whether it has Cancel; default true.
 */
export function withProgress<Result>(
  title: string,
  run: (signal: AbortSignal, show: (message: string, increment?: number) => void) => Promise<Result>,
  cancellable = true,
): Thenable<Result> {
  const options = { location: vscode.ProgressLocation.Notification, title: plainMessage(title), cancellable };
  return vscode.window.withProgress(options, (progress, token) =>
    run(signalOf(token), (message, increment) =>
      progress.report({ message: plainMessage(message), ...(increment === undefined ? {} : { increment }) }),
    ),
  );
}

export function signalOf(token: vscode.CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  else token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
