/** Which window continues an answer after the window that received it has ended. */
import * as vscode from "vscode";

/** The URIs of this window's folders, to be stored with an answer that the window receives. */
export function windowFolders(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString());
}

/** A window with the document's folder, or with the folders of the former window: the document may be in none of them, or not be saved. */
export function belongsHere(document: string, folders: readonly string[]): boolean {
  const here = windowFolders();
  const isSame = here.length === folders.length && here.every((folder) => folders.includes(folder));
  return isSame || vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(document)) !== undefined;
}

/** Never resolves in an extension host that has lost its window, but lives on. Only the window can run this command. */
export async function untilWindowAnswers(): Promise<void> {
  await vscode.commands.executeCommand("setContext", "generationStudio.isWindowThere", true);
}
