/** The cells of notebooks that code of an answer is applied to. */
import * as vscode from "vscode";
import { describeCell, fileOfDocument } from "../../base/notebooks.ts";
import { pickRow } from "../../base/pickRow.ts";

const { t } = vscode.l10n;

/** A path, and for a cell its number. */
export function describeDocument(uri: vscode.Uri): string {
  return describeCell(uri, vscode.workspace.asRelativePath(fileOfDocument(uri)));
}

/**
 * The cell of a notebook that code belongs to: the only one that it is a new version of, or the user's choice, which may be a new cell.
 * @returns undefined: dismissed.
 */
export async function chooseCell(uri: vscode.Uri, fits: (document: vscode.TextDocument) => boolean): Promise<vscode.Uri | undefined> {
  const notebook = await vscode.workspace.openNotebookDocument(uri);
  const cells = notebook.getCells();
  const fitting = cells.filter(({ document }) => fits(document));
  if (fitting.length === 1) return fitting[0]?.document.uri;
  const items: (vscode.QuickPickItem & { cell?: vscode.NotebookCell })[] = (fitting.length > 0 ? fitting : cells).map((cell) => ({
    label: t("Cell {0}", cell.index + 1),
    description: cell.document.lineAt(0).text,
    cell,
  }));
  const placeHolder = t("Where does the code go in {0}?", vscode.workspace.asRelativePath(uri));
  const chosen = await pickRow([...items, { label: t("New Cell") }], { placeHolder, matchOnDescription: true });
  if (chosen === undefined || chosen.cell !== undefined) return chosen?.cell?.document.uri;
  return addCell(notebook, cells.findLast(({ kind }) => kind === vscode.NotebookCellKind.Code)?.document.languageId ?? "python");
}

async function addCell(notebook: vscode.NotebookDocument, languageId: string): Promise<vscode.Uri | undefined> {
  const edit = new vscode.WorkspaceEdit();
  const data = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, "", languageId);
  edit.set(notebook.uri, [vscode.NotebookEdit.insertCells(notebook.cellCount, [data])]);
  await vscode.workspace.applyEdit(edit);
  return notebook.getCells().at(-1)?.document.uri;
}
