import * as vscode from "vscode";

/** Shows a document in an editor; a cell is shown in its notebook. */
export async function showDocument(uri: vscode.Uri, viewColumn?: vscode.ViewColumn): Promise<void> {
  const options = viewColumn === undefined ? {} : { viewColumn };
  if (uri.scheme === "vscode-notebook-cell") {
    const cells = vscode.workspace.notebookDocuments.flatMap((notebook) => notebook.getCells());
    const cell = cells.find(({ document }) => document.uri.toString() === uri.toString());
    if (cell === undefined) return;
    const selections = [new vscode.NotebookRange(cell.index, cell.index + 1)];
    await vscode.window.showNotebookDocument(cell.notebook, { ...options, selections });
    return;
  }
  await vscode.window.showTextDocument(uri, options);
}
