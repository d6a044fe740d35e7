/** Writes the model that was chosen in a comparison into its documents. */
import * as vscode from "vscode";
import { parsePromptDocument } from "../../../prompt/parse/promptDocument.ts";
import { writeModel } from "../../../prompt/write/writeVariant.ts";
import { announce, confirm } from "../../base/report.ts";

const { t } = vscode.l10n;

/** Several documents are changed after a confirmation. The documents stay unsaved, and one undo takes the change back. */
export async function applyModel(documents: readonly vscode.Uri[], model: string): Promise<void> {
  const names = documents.map((document) => vscode.workspace.asRelativePath(document));
  const question = t("Use {0} in {1} prompt documents?", model, documents.length);
  if (documents.length > 1 && !(await confirm(question, t("Use This Model"), names.join("\n")))) return;
  const edit = new vscode.WorkspaceEdit();
  for (const uri of documents) {
    const document = await vscode.workspace.openTextDocument(uri);
    const { range, newText } = writeModel(parsePromptDocument(document.getText()), model);
    edit.replace(uri, new vscode.Range(document.positionAt(range.start), document.positionAt(range.end)), newText);
  }
  const isApplied = await vscode.workspace.applyEdit(edit);
  const [first] = documents;
  if (!isApplied || first === undefined) return void announce(t("The model could not be written into the document."));
  await vscode.window.showTextDocument(first, { viewColumn: vscode.ViewColumn.Beside, preview: true });
}
