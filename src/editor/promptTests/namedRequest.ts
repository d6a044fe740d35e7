/** Identifies the requests of tests, independent of the documents' current text. */
import path from "node:path";
import type * as vscode from "vscode";

export interface NamedRequest {
  document: vscode.Uri;
  /** Key of the case. */
  key: string;
  model: string;
  /** Zero-based repetition. */
  index: number;
}

/** The file name without extension. */
export function documentName(document: vscode.Uri): string {
  return path.posix.basename(document.path, ".gen.md");
}
