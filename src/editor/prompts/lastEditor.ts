/** Remembers the text and selection of the last active editor that was not a prompt document. */
import * as vscode from "vscode";
import { isPromptDocument } from "./promptLanguage.ts";

export class LastEditor {
  #editor: vscode.TextEditor | undefined;
  readonly #listener: vscode.Disposable;

  constructor() {
    this.#take(vscode.window.activeTextEditor);
    this.#editor ??= vscode.window.visibleTextEditors.find((editor) => isSource(editor.document));
    this.#listener = vscode.window.onDidChangeActiveTextEditor((editor) => this.#take(editor));
  }

  /** undefined: no other editor was active, or its document is closed. */
  read(): { uri: vscode.Uri; text: string; selection: string } | undefined {
    const editor = this.#editor;
    if (!editor || editor.document.isClosed) return undefined;
    return { uri: editor.document.uri, text: editor.document.getText(), selection: editor.document.getText(editor.selection) };
  }

  dispose(): void {
    this.#listener.dispose();
  }

  #take(editor: vscode.TextEditor | undefined): void {
    if (editor && isSource(editor.document)) this.#editor = editor;
  }
}

function isSource(document: vscode.TextDocument): boolean {
  return !isPromptDocument(document) && ["file", "untitled", "vscode-vfs", "vscode-remote"].includes(document.uri.scheme);
}
