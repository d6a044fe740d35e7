/** Opens the document of a remembered location, even if it was renamed or moved within the workspace since. */
import path from "node:path";
import * as vscode from "vscode";
import type { PromptLocation } from "./taskOrigin.ts";

/** Maximum number of documents with the same extension to search. */
const mostSearched = 500;
/** Bytes: documents written by hand are smaller. */
const largestDocument = 1024 * 1024;

/** undefined: the document is gone, or several documents contain the text before the location. */
export async function openDocument({ uri, before }: PromptLocation): Promise<vscode.TextDocument | undefined> {
  const known = vscode.Uri.parse(uri, true);
  const moved = async () => (before === undefined ? undefined : findByText(path.posix.extname(known.path), before));
  return openIfThere(known).then(async (document) => document ?? moved());
}

async function findByText(ending: string, landmark: string): Promise<vscode.TextDocument | undefined> {
  if (landmark.trim() === "") return undefined;
  const candidates = await vscode.workspace.findFiles(`**/*${ending}`, "**/{node_modules,.git}/**", mostSearched);
  const found: vscode.TextDocument[] = [];
  for (const candidate of candidates) {
    const { size } = await vscode.workspace.fs.stat(candidate);
    const document = size > largestDocument ? undefined : await openIfThere(candidate);
    if (document?.getText().includes(landmark) === true) found.push(document);
  }
  return found.length === 1 ? found[0] : undefined;
}

async function openIfThere(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  return vscode.workspace.openTextDocument(uri).then(
    (document) => document,
    () => undefined,
  );
}
