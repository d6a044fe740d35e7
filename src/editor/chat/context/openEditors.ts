/** Attaches the texts of all open editors, each as a separate file. */
import * as vscode from "vscode";
import type { LoadedAttachment } from "../../../conversations/drafts.ts";
import { attachText } from "../../../conversations/recognizeAttachment.ts";
import { openDocuments, openNotebooks } from "./openDocuments.ts";
import { attachedName } from "./readAttachment.ts";
import { attachNotebook } from "./readContent.ts";

/** Includes unsaved changes; each document is attached once. @throws Error with a message for the user. */
export async function attachOpenEditors(): Promise<LoadedAttachment[]> {
  const documents = await openDocuments();
  const notebooks = openNotebooks();
  if (documents.length + notebooks.length === 0) throw new Error(vscode.l10n.t("No file is open."));
  return [
    ...documents.map((document) => attachText(attachedName(document.uri), document.getText())),
    ...notebooks.map((notebook) => attachNotebook(notebook, attachedName(notebook.uri))),
  ];
}
