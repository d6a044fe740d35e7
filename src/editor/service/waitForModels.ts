import { setTimeout as delay } from "node:timers/promises";
import * as vscode from "vscode";
import { withProgress } from "../base/withProgress.ts";

/** Milliseconds to wait before progress is shown. */
const moment = 300;

/**
 * Shows a cancellable progress if a list of models takes longer than `moment`, for example because the service does not answer.
 * @throws what the list rejects with, or CancellationError if the user cancels; the list is then no longer awaited.
 */
export async function waitForModels<Result>(models: Promise<Result>): Promise<Result> {
  const settled = models.then(
    () => true,
    () => true,
  );
  if (await Promise.race([settled, delay(moment, false)])) return models;
  return withProgress(vscode.l10n.t("Asking the service for its models"), (signal) => {
    const cancelled = new Promise<never>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(new vscode.CancellationError()));
    });
    return Promise.race([models, cancelled]);
  });
}
