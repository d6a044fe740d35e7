/** Paths of artifacts in; the first of them open in VS Code's own preview out. */
import * as vscode from "vscode";

/** Beside the document where there is one, which keeps the focus. */
export async function showArtifacts(paths: readonly string[], beside: boolean): Promise<void> {
  const [first] = paths;
  if (first === undefined) return;
  await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(first), {
    viewColumn: beside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active,
    preserveFocus: beside,
    preview: true,
  } satisfies vscode.TextDocumentShowOptions);
}
