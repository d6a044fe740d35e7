import * as vscode from "vscode";
import { limits } from "../../contract/limits.ts";
import { isReallyInside, resolvePath } from "../prompts/promptPaths.ts";

/** Reads a file of the workspace that a document's tests name; undefined: it cannot be read. */
export async function readNamedFile(document: vscode.Uri, address: string): Promise<Uint8Array | undefined> {
  const uri = resolvePath(document, address);
  if (uri === undefined || !(await isReallyInside(document, uri))) return undefined;
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    return size > limits.fileBytesPerRequest ? undefined : await vscode.workspace.fs.readFile(uri);
  } catch {
    return undefined;
  }
}
