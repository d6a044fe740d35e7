import * as vscode from "vscode";
import type { ServiceClient } from "../../client/serviceClient.ts";
import { ServiceError } from "../../client/serviceError.ts";
import { withProgress } from "../base/withProgress.ts";

/** Deletes answers on the service, with progress. An answer that the service no longer has counts as deleted. @throws ServiceError */
export async function deleteAnswers(
  client: () => Promise<Pick<ServiceClient, "deleteTask">>,
  responseIds: readonly string[],
): Promise<void> {
  if (responseIds.length === 0) return;
  await withProgress(vscode.l10n.t("Deleting answers on the service"), async (signal) => {
    for (const id of responseIds) {
      await (await client()).deleteTask(id, { signal }).catch((error: unknown) => {
        if (!(error instanceof ServiceError && error.kind === "notFound")) throw error;
      });
    }
  });
}
