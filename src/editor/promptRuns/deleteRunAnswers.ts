/** Deletes the answers of a prompt document's last run. */
import path from "node:path";
import * as vscode from "vscode";
import { confirmDelete } from "../base/confirmDelete.ts";
import { announce } from "../base/report.ts";
import { deleteAnswers } from "../service/deleteAnswers.ts";
import type { Studio } from "../service/studio.ts";
import type { RunRegister } from "./runRegister.ts";

const { t } = vscode.l10n;

export interface DeletingParts {
  studio: Pick<Studio, "client" | "tasks">;
  register: RunRegister;
}

/**
 * Deletes the files with the answers and, if the user wants that, the answers on the service.
 * Throws ServiceError, and deletes nothing here, if the service rejects the deletion.
 */
export async function deleteRunAnswers({ studio, register }: DeletingParts, document: vscode.Uri, confirmed: boolean): Promise<void> {
  const run = register.of(document);
  const answers = run?.outcomes.filter(({ responseId }) => responseId !== undefined) ?? [];
  if (run?.isRunning === true || answers.length === 0) {
    void announce(t("This prompt document has no answers to delete. Its generated files are in the Tasks view."));
    return;
  }
  const question = t("Delete the answers of {0}? This cannot be undone.", path.posix.basename(document.path));
  const deletion = confirmed ? "everywhere" : await confirmDelete(question, true);
  if (deletion === undefined) return;
  if (deletion === "everywhere") {
    const ids = answers.flatMap(({ responseId }) => responseId ?? []);
    await deleteAnswers(() => studio.client(), ids);
  }
  const shown = new Set(answers.flatMap(({ results }) => results.map(({ uri }) => uri.toString())));
  const edit = new vscode.WorkspaceEdit();
  for (const address of shown) edit.deleteFile(vscode.Uri.parse(address, true), { ignoreIfNotExists: true });
  await vscode.workspace.applyEdit(edit);
  register.forget(document);
  await (await studio.tasks()).answers.forgetDocument(document.toString());
}
