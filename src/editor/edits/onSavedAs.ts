/**
 * Tells when an untitled document was saved as a file, for which VS Code has no event: a file gets its text and is saved, and the untitled
 * document is closed.
 */
import * as vscode from "vscode";

interface Copy {
  file: vscode.TextDocument;
  isSaved: boolean;
}

/** @param isWatched Whether it matters for an untitled document. */
export function onSavedAs(
  isWatched: (untitled: vscode.Uri) => boolean,
  report: (untitled: vscode.Uri, file: vscode.TextDocument) => void,
): vscode.Disposable {
  /** By the URI of the untitled document. */
  const copies = new Map<string, Copy>();
  const compare = (file: vscode.TextDocument, isSaved: boolean) => {
    if (file.uri.scheme === "untitled" || vscode.workspace.fs.isWritableFileSystem(file.uri.scheme) !== true) return;
    for (const document of vscode.workspace.textDocuments) {
      if (document.uri.scheme !== "untitled" || !isWatched(document.uri)) continue;
      const key = document.uri.toString();
      const known = copies.get(key);
      if (known?.file !== file && isCopy(document, file)) copies.set(key, { file, isSaved });
      else if (known?.file === file) known.isSaved ||= isSaved;
    }
  };
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument((document) => compare(document, false)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => compare(document, false)),
    vscode.workspace.onDidSaveTextDocument((document) => compare(document, true)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      const copy = copies.get(uri.toString());
      copies.delete(uri.toString());
      if (copy?.isSaved === true && !copy.file.isClosed) report(uri, copy.file);
    }),
  );
}

/** A file may be known only when saving has changed its white space. An untitled document can have the path of its file from the start. */
function isCopy(untitled: vscode.TextDocument, file: vscode.TextDocument): boolean {
  const withoutSpace = (document: vscode.TextDocument) => document.getText().replaceAll(/\s+/g, "");
  return untitled.uri.path === file.uri.path || withoutSpace(untitled) === withoutSpace(file);
}
