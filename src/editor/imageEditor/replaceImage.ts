/** A result takes the place of the image that it was made from. */
import path from "node:path";
import * as vscode from "vscode";
import { moveToTrash } from "../artifacts/moveToTrash.ts";
import { uriExists } from "../base/existence.ts";

const endingOf = (uri: vscode.Uri) => path.posix.extname(uri.path).toLowerCase().replace(".jpeg", ".jpg");

/** Links to the image stay right: it has the same name, which must say the result's format. A result elsewhere belongs to another project. */
export function canReplace(image: vscode.Uri, result: vscode.Uri): boolean {
  const folderOf = (uri: vscode.Uri) => vscode.Uri.joinPath(uri, "..").toString();
  return folderOf(image) === folderOf(result) && endingOf(image) === endingOf(result) && image.toString() !== result.toString();
}

/** Returns whether it was done: the user is asked where there is no trash. Throws FileSystemError. */
export async function replaceImage(image: vscode.Uri, result: vscode.Uri): Promise<boolean> {
  await moveToTrash([image], false);
  if (await uriExists(image)) return false;
  await vscode.workspace.fs.rename(result, image);
  return true;
}
