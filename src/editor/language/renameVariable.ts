/** Renames a variable in a document and in the CSV files that it names. */
import * as vscode from "vscode";
import { findTables, rename } from "../../prompt/assist/findReferences.ts";
import type { PromptDocument } from "../../prompt/parse/promptDocument.ts";
import { isFile } from "../base/existence.ts";
import { isInside, resolvePath } from "../prompts/promptPaths.ts";
import { toWorkspaceEdit } from "./openDocuments.ts";

/** Throws the reason if a file would keep the old name: its rows would set nothing. A file that does not exist has no rows. */
export async function renameVariable(
  document: vscode.TextDocument,
  parsed: PromptDocument,
  position: vscode.Position,
  newName: string,
): Promise<vscode.WorkspaceEdit> {
  const tables = new Map<string, vscode.TextDocument>();
  for (const address of findTables(parsed)) {
    const table = await openTable(document.uri, address);
    if (table !== undefined) tables.set(address, table);
  }
  const texts = new Map([...tables].map(([address, table]) => [address, table.getText()]));
  const renamed = rename(parsed, document.offsetAt(position), newName, texts);
  if ("error" in renamed) throw new Error(renamed.error.replaceAll("`", "'"));
  const edit = toWorkspaceEdit(document, renamed.edits);
  for (const [address, table] of tables) {
    const edits = renamed.files.get(address) ?? [];
    if (edits.length > 0 && !(await isInside(document.uri, table.uri))) {
      throw new Error(vscode.l10n.t("The column is in {0}, which is outside of the workspace: rename it there.", address));
    }
    toWorkspaceEdit(table, edits, edit);
  }
  return edit;
}

/** undefined: there is no such file. */
async function openTable(document: vscode.Uri, address: string): Promise<vscode.TextDocument | undefined> {
  const uri = resolvePath(document, address);
  if (uri === undefined || !(await isFile(uri))) return undefined;
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    throw new Error(vscode.l10n.t("{0} cannot be read, so its column cannot be renamed.", address));
  }
}
