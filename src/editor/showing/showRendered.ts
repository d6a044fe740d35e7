import * as vscode from "vscode";

/** Shows a Markdown document as a preview, or as text if VS Code's Markdown extension is disabled. */
export async function showRendered(uri: vscode.Uri): Promise<void> {
  if (vscode.extensions.getExtension("vscode.markdown-language-features") === undefined) {
    await vscode.window.showTextDocument(uri, { preview: true });
    return;
  }
  await vscode.commands.executeCommand("vscode.openWith", uri, "vscode.markdown.preview.editor", { preview: true });
}
