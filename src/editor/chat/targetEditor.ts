/** Tracks the visible text editor that was used last, which code of an answer is inserted into. */
import * as vscode from "vscode";

export interface TargetEditor extends vscode.Disposable {
  now(): vscode.TextEditor | undefined;
}

/** Documents that the user can edit, unlike logs, originals of diffs and previews. */
function isWritable({ document }: vscode.TextEditor): boolean {
  const { scheme } = document.uri;
  return scheme === "untitled" || scheme === "vscode-notebook-cell" || vscode.workspace.fs.isWritableFileSystem(scheme) === true;
}

export function trackTargetEditor(): TargetEditor {
  let last = vscode.window.activeTextEditor;
  const listener = vscode.window.onDidChangeActiveTextEditor((editor) => {
    if (editor !== undefined && isWritable(editor)) last = editor;
  });
  return {
    now() {
      const visible = vscode.window.visibleTextEditors.filter(isWritable);
      return (
        visible.find((editor) => editor === vscode.window.activeTextEditor) ??
        visible.find((editor) => editor === last) ??
        visible.find((editor) => editor.document === last?.document) ??
        visible[0]
      );
    },
    dispose: () => listener.dispose(),
  };
}
