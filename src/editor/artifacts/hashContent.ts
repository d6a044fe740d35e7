import { hash } from "node:crypto";
import * as vscode from "vscode";
import { hashFile } from "../../media/files/hashFile.ts";

/** The SHA-256 hash of a file on any file system, by which artifacts are found. @throws the file system's error */
export async function hashContent(file: vscode.Uri): Promise<string> {
  if (file.scheme === "file") return hashFile(file.fsPath);
  return hash("sha256", await vscode.workspace.fs.readFile(file));
}
