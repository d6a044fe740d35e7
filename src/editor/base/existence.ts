/** What is stored under an address. */
import * as vscode from "vscode";

async function typeOf(uri: vscode.Uri): Promise<vscode.FileType | undefined> {
  return vscode.workspace.fs.stat(uri).then(
    ({ type }) => type,
    () => undefined,
  );
}

export async function uriExists(uri: vscode.Uri): Promise<boolean> {
  return (await typeOf(uri)) !== undefined;
}

/** Also of a symbolic link to a file. */
export async function isFile(uri: vscode.Uri): Promise<boolean> {
  return (((await typeOf(uri)) ?? vscode.FileType.Unknown) & vscode.FileType.File) !== 0;
}
