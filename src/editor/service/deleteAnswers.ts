import * as vscode from "vscode";
import type { ServiceClient } from "../../client/serviceClient.ts";
import { ServiceError } from "../../client/serviceError.ts";

/** Deletes answers on the service, with progress. An answer that the service no longer has counts as deleted. @throws ServiceError */
export async function deleteAnswers(
  client: () => Promise<Pick<ServiceClient, "deleteTask">>,
  responseIds: readonly string[],
): Promise<void> {
  if (responseIds.length === 0) return;
  const title = vscode.l10n.t("Deleting answers on the service");
  await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, async (_, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    const { signal } = controller;
    for (const id of responseIds) {
      await (await client()).deleteTask(id, { signal }).catch((error: unknown) => {
        if (!(error instanceof ServiceError && error.kind === "notFound")) throw error;
      });
    }
  });
}
