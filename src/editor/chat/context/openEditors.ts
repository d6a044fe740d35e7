/** Attaches the texts of all open editors, each as a separate file. */
import path from "node:path";
import * as vscode from "vscode";
import type { LoadedAttachment } from "../../../conversations/drafts.ts";
import { attachBytes } from "../../../conversations/recognizeAttachment.ts";
import { openDocuments } from "../openDocuments.ts";

/** Includes unsaved changes; each document is attached once. @throws Error with a message for the user. */
export async function attachOpenEditors(): Promise<LoadedAttachment[]> {
  const documents = await openDocuments();
  if (documents.length === 0) throw new Error(vscode.l10n.t("No file is open."));
  return documents.map((document) => {
    const name = vscode.workspace.asRelativePath(document.uri, false);
    return attachBytes(path.isAbsolute(name) ? path.basename(name) : name, Buffer.from(document.getText()));
  });
}
