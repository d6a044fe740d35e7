import * as vscode from "vscode";
import { findCell } from "./notebooks.ts";

/** Shows a document in an editor; a cell is shown in its notebook. */
export async function showDocument(uri: vscode.Uri, viewColumn?: vscode.ViewColumn): Promise<void> {
  const options = viewColumn === undefined ? {} : { viewColumn };
  const cell = findCell(uri);
  if (cell !== undefined) {
    const selections = [new vscode.NotebookRange(cell.index, cell.index + 1)];
    await vscode.window.showNotebookDocument(cell.notebook, { ...options, selections });
    return;
  }
  await vscode.window.showTextDocument(uri, options);
}
