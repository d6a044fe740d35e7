/** Shows a text answer beside its prompt document while it arrives, or writes it to a file. */
import * as vscode from "vscode";
import { isInside, isWritable, resolvePath } from "../prompts/promptPaths.ts";
import { announce } from "../report.ts";

/** Milliseconds between two edits of the document. Pieces that arrive in between are joined. */
const editInterval = 60;

export class AnswerEditor {
  readonly document: vscode.TextDocument;
  private waiting = "";
  private writing: Promise<void> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | undefined;

  private constructor(document: vscode.TextDocument) {
    this.document = document;
  }

  /**
   * With `output`, opens the file `<output>.out.md` beside the prompt document, and replaces its content. Without it, and on a read-only
   * file system, opens a new untitled editor.
   */
  static async open(prompt: vscode.Uri, output: string | undefined): Promise<AnswerEditor> {
    const file = output === undefined ? undefined : answerFile(prompt, output);
    if (file && !(await exists(file))) await vscode.workspace.fs.writeFile(file, new Uint8Array());
    const document = file
      ? await vscode.workspace.openTextDocument(file)
      : await vscode.workspace.openTextDocument({ language: "markdown", content: "" });
    const answer = new AnswerEditor(document);
    if (document.getText() !== "") await answer.replaceAll("");
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: false });
    return answer;
  }

  append(piece: string): void {
    this.waiting += piece;
    this.timer ??= setTimeout(() => this.flush(), editInterval);
  }

  /** Resolves when the whole answer is in the document and, if it is a file, saved. */
  async finish(): Promise<void> {
    this.flush();
    await this.writing;
    if (!this.document.isUntitled && !this.document.isClosed) await this.document.save();
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const piece = this.waiting;
    this.waiting = "";
    if (piece !== "") this.writing = this.writing.then(() => this.insertAtEnd(piece));
  }

  private async insertAtEnd(piece: string): Promise<void> {
    if (this.document.isClosed) return;
    const edit = new vscode.WorkspaceEdit();
    edit.insert(this.document.uri, this.document.lineAt(this.document.lineCount - 1).range.end, piece);
    await vscode.workspace.applyEdit(edit);
  }

  private async replaceAll(text: string): Promise<void> {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(this.document.uri, new vscode.Range(0, 0, this.document.lineCount, 0), text);
    await vscode.workspace.applyEdit(edit);
  }
}

async function exists(file: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
}

/** Throws if the file would be outside the workspace. */
function answerFile(prompt: vscode.Uri, output: string): vscode.Uri | undefined {
  const name = `${output.replace(/(?:\.out)?\.(?:md|markdown|txt)$/i, "")}.out.md`;
  const file = resolvePath(prompt, name);
  if (!file) return undefined;
  if (!isWritable(file)) {
    void announce(vscode.l10n.t("This file system is read-only: the answer is in a new editor."));
    return undefined;
  }
  if (!isInside(prompt, file)) throw new Error(vscode.l10n.t("The output “{0}” is outside the workspace.", output));
  return file;
}
