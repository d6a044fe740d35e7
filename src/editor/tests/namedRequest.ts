/** How the requests of tests are named, whatever the documents say by now. */
import path from "node:path";
import type * as vscode from "vscode";

export interface NamedRequest {
  document: vscode.Uri;
  /** The case's. */
  key: string;
  model: string;
  /** The repetition, from 0. */
  index: number;
}

/** Its file's name without the ending. */
export function nameDocument(document: vscode.Uri): string {
  return path.posix.basename(document.path, ".gen.md");
}
