/** Artifacts in; the first of them open in VS Code's own preview out. */
import * as vscode from "vscode";

/** Beside the document where there is one, which keeps the focus. */
export async function showArtifacts(uris: readonly vscode.Uri[], beside: boolean): Promise<void> {
  const [first] = uris;
  if (first === undefined) return;
  await vscode.commands.executeCommand("vscode.open", first, {
    viewColumn: beside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active,
    preserveFocus: beside,
    preview: true,
  } satisfies vscode.TextDocumentShowOptions);
}
