/** Opens the document of a remembered location, even if it was renamed or moved within the workspace since. */
import path from "node:path";
import * as vscode from "vscode";
import { cellScheme, fileOfDocument, findCell } from "../base/notebooks.ts";
import type { PromptLocation } from "./taskOrigin.ts";

/** Maximum number of documents with the same extension to search. */
const mostSearched = 500;
/** Bytes: documents written by hand are smaller. */
const largestDocument = 1024 * 1024;

/** undefined: the document is gone, or several documents contain the text before the location. */
export async function openDocument({ uri, before }: PromptLocation): Promise<vscode.TextDocument | undefined> {
  const known = vscode.Uri.parse(uri, true);
  if (known.scheme === cellScheme) return openCell(known, before);
  const moved = async () => (before === undefined ? undefined : findByText(path.posix.extname(known.path), before));
  return openIfThere(known).then(async (document) => document ?? moved());
}

/** A cell has another URI after its notebook was closed, so it is found by its text. */
async function openCell(uri: vscode.Uri, before: string | undefined): Promise<vscode.TextDocument | undefined> {
  const open = findCell(uri)?.document;
  if (open !== undefined || before === undefined || before.trim() === "") return open;
  const notebook = await vscode.workspace.openNotebookDocument(fileOfDocument(uri)).then(
    (opened) => opened,
    () => undefined,
  );
  const found = notebook?.getCells().filter(({ document }) => document.getText().includes(before)) ?? [];
  return found.length === 1 ? found[0]?.document : undefined;
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
