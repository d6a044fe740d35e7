import { setTimeout as delay } from "node:timers/promises";
import * as vscode from "vscode";

/** Milliseconds that need no explanation. */
const moment = 300;

/**
 * Shows a cancellable progress where a list of models takes longer than a moment, as from a service that does not answer.
 * @throws what the list rejects with, and CancellationError where the user cancels: nobody waits for the list then.
 */
export async function waitForModels<Result>(models: Promise<Result>): Promise<Result> {
  const settled = models.then(
    () => true,
    () => true,
  );
  if (await Promise.race([settled, delay(moment, false)])) return models;
  const title = vscode.l10n.t("Asking the service for its models");
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, (_, token) => {
    const cancelled = new Promise<never>((_resolve, reject) => {
      token.onCancellationRequested(() => reject(new vscode.CancellationError()));
    });
    return Promise.race([models, cancelled]);
  });
}
