/** Reads files that a repository may name or link to. */
import * as vscode from "vscode";
import { readSmall } from "../../disclosure/readToSend.ts";

/**
 * undefined: it has more than `most` bytes, or is no file. A link may lead to a file of `/proc` that states no size and has no end, so that
 * of a file on the disk no more is read than it states.
 * @throws the file system's error.
 */
export async function readSmallFile(uri: vscode.Uri, most: number): Promise<Uint8Array | undefined> {
  if (uri.scheme === "file") return readSmall(uri.fsPath, most);
  const { size } = await vscode.workspace.fs.stat(uri);
  return size > most ? undefined : vscode.workspace.fs.readFile(uri);
}
