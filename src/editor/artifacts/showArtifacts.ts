/** Opens artifacts in VS Code's own preview. */
import * as vscode from "vscode";

/** For somebody who asked to see them. */
export function openArtifacts(uris: readonly vscode.Uri[]): Promise<void> {
  return show(uris, { viewColumn: vscode.ViewColumn.Active, preserveFocus: false });
}

/** When they are ready, which may be minutes later: beside the document where there is one, and without taking the focus from whoever types by then. */
export function showArtifacts(uris: readonly vscode.Uri[], beside: boolean): Promise<void> {
  return show(uris, { viewColumn: beside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active, preserveFocus: true });
}

async function show(uris: readonly vscode.Uri[], options: vscode.TextDocumentShowOptions): Promise<void> {
  const [first] = uris;
  if (first === undefined) return;
  await vscode.commands.executeCommand("vscode.open", first, {
    ...options,
    preview: true,
  } satisfies vscode.TextDocumentShowOptions);
}
