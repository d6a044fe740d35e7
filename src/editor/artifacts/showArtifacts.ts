/** Opens artifacts in VS Code's preview. */
import * as vscode from "vscode";
import { openFile } from "./openFile.ts";

/** For artifacts that the user asked to open. */
export function openArtifacts(uris: readonly vscode.Uri[]): Promise<void> {
  return show(uris, { viewColumn: vscode.ViewColumn.Active, preserveFocus: false });
}

/**
 * For artifacts that have just been saved, which may take minutes. Opens beside the document, if there is one, and does not take the focus,
 * because the user may be typing.
 */
export function showArtifacts(uris: readonly vscode.Uri[], beside: boolean): Promise<void> {
  return show(uris, { viewColumn: beside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active, preserveFocus: true });
}

async function show(uris: readonly vscode.Uri[], options: vscode.TextDocumentShowOptions): Promise<void> {
  const [first] = uris;
  if (first === undefined) return;
  await openFile(first, { ...options, preview: true });
}
