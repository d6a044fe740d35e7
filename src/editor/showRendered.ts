import * as vscode from "vscode";

/** Shows a Markdown document as it reads; as a text where VS Code's own Markdown extension is turned off. */
export async function showRendered(uri: vscode.Uri): Promise<void> {
  if (vscode.extensions.getExtension("vscode.markdown-language-features") === undefined) {
    await vscode.window.showTextDocument(uri, { preview: true });
    return;
  }
  await vscode.commands.executeCommand("vscode.openWith", uri, "vscode.markdown.preview.editor", { preview: true });
}
