/** Reads attachments that the user chooses by kind and not by name. Each becomes a text that the user can view before it is sent. */

import * as vscode from "vscode";
import type { AttachedKind } from "../../../chat/messages/chatProtocol.ts";
import type { LoadedAttachment } from "../../../conversations/drafts.ts";
import { attachText } from "../../../conversations/recognizeAttachment.ts";
import { askToAttach, judgeFile } from "../../base/disclosure.ts";
import { attachFileDiagnostics, attachWorkspaceDiagnostics } from "./diagnostics.ts";
import { openDocuments, openNotebooks } from "./openDocuments.ts";
import { attachActiveFile, attachedName, attachSelection, requireShown } from "./readAttachment.ts";
import { attachNotebook } from "./readContent.ts";
import { attachTerminalSelection } from "./terminalSelection.ts";
import { attachChanges } from "./uncommittedChanges.ts";

const { t } = vscode.l10n;

/** `editor`: the one that the user used last. @throws Error with a message for the user. */
export async function readContext(
  what: Exclude<AttachedKind, "picker" | "folder" | "symbol">,
  editor: vscode.TextEditor | undefined,
): Promise<LoadedAttachment[]> {
  switch (what) {
    case "activeFile":
      return [await requireShown(needEditor(editor), attachActiveFile(needEditor(editor)))];
    case "selection":
      if (needEditor(editor).selection.isEmpty) throw new Error(t("Nothing is selected."));
      return [await requireShown(needEditor(editor), attachSelection(needEditor(editor)))];
    case "fileProblems":
      return [await requireShown(needEditor(editor), attachFileDiagnostics(needEditor(editor).document.uri))];
    case "workspaceProblems":
      return [await attachWorkspaceDiagnostics()];
    case "openEditors":
      return attachOpenEditors();
    case "changes":
      return [await attachChanges(editor?.document.uri)];
    case "terminalSelection":
      return [await attachTerminalSelection()];
  }
}

function needEditor(editor: vscode.TextEditor | undefined): vscode.TextEditor {
  if (editor === undefined) throw new Error(t("No file is open."));
  return editor;
}

/** Includes unsaved changes; each document is attached once. Asks about those that may be private. @throws Error with a message for the user. */
async function attachOpenEditors(): Promise<LoadedAttachment[]> {
  const documents = await openDocuments();
  const notebooks = openNotebooks();
  if (documents.length + notebooks.length === 0) throw new Error(t("No file is open."));
  const loaded = [
    ...documents.map((document) => ({ uri: document.uri, loaded: attachText(attachedName(document.uri), document.getText()) })),
    ...notebooks.map((notebook) => ({ uri: notebook.uri, loaded: attachNotebook(notebook, attachedName(notebook.uri)) })),
  ];
  return askToAttach(
    await Promise.all(
      loaded.map(async ({ uri, loaded: one }) => ({ name: one.attachment.name, judged: await judgeFile(uri, one, one.content ?? "") })),
    ),
  );
}
