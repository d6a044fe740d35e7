import * as vscode from "vscode";

/** Shows a progress while a model writes; Cancel aborts the signal. */
export function withWritingProgress<Result>(model: string, run: (signal: AbortSignal) => Promise<Result>): Thenable<Result> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t("Writing with {0}", model), cancellable: true },
    (_, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => controller.abort());
      return run(controller.signal);
    },
  );
}
