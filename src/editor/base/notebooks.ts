/** Notebooks, and the documents of their cells. */
import * as vscode from "vscode";

export const cellScheme = "vscode-notebook-cell";

export function findNotebook(uri: vscode.Uri): vscode.NotebookDocument | undefined {
  return vscode.workspace.notebookDocuments.find((one) => one.uri.toString() === uri.toString());
}

/** undefined: the document is no cell of an open notebook. */
export function findCell(uri: vscode.Uri): vscode.NotebookCell | undefined {
  if (uri.scheme !== cellScheme) return undefined;
  const cells = vscode.workspace.notebookDocuments.flatMap((one) => one.getCells());
  return cells.find(({ document }) => document.uri.toString() === uri.toString());
}

/** The file that a document is saved in: for a cell, its notebook's. */
export function fileOfDocument(uri: vscode.Uri): vscode.Uri {
  if (uri.scheme !== cellScheme) return uri;
  const open = findCell(uri)?.notebook.uri;
  if (open !== undefined) return open;
  const folder = vscode.workspace.workspaceFolders?.find((one) => uri.path.startsWith(`${one.uri.path}/`));
  return folder?.uri.with({ path: uri.path }) ?? vscode.Uri.file(uri.path);
}

/** A document's name; for a cell, `name` is its notebook's, and the number of the cell is added. */
export function describeCell(uri: vscode.Uri, name: string): string {
  const cell = findCell(uri);
  return cell === undefined ? name : vscode.l10n.t("{0}, cell {1}", name, cell.index + 1);
}
