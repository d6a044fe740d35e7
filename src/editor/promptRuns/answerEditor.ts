/** Shows a text answer beside its prompt document while it arrives, or writes it to a file. */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { pruneFolder } from "../../ownFiles/pruneFolder.ts";
import { uriExists } from "../base/existence.ts";
import { log } from "../base/log.ts";
import { announce } from "../base/report.ts";
import { isInside, isWritableFile, resolvePath } from "../prompts/promptPaths.ts";
import { restAfter, withNewlines } from "./restAfter.ts";

const { t } = vscode.l10n;

/** Milliseconds between two edits of the document. Pieces that arrive in between are joined. */
const editInterval = 60;

/** VS Code rejects an edit if its document changes at the same time. */
const attempts = 10;

/** Of the files in the extension's own folder. */
const keptAnswers = { age: 90 * 24 * 60 * 60 * 1000, bytes: 100_000_000 };

export type StorageContext = Pick<vscode.ExtensionContext, "storageUri" | "globalStorageUri">;

export class AnswerEditor {
  #document: vscode.TextDocument;
  /** All that was appended, and what of it is not in the document yet. */
  #whole = "";
  #waiting = "";
  #writing: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The document already ends with the beginning of what is appended, which is collected until all of it is known. */
  #isReopened = false;

  private constructor(document: vscode.TextDocument) {
    this.#document = document;
  }

  get document(): vscode.TextDocument {
    return this.#document;
  }

  /** Opens the file of `chooseAnswerFile`, and replaces its content. @throws Error if the document cannot be edited. */
  static async open(file: vscode.Uri): Promise<AnswerEditor> {
    if (!(await uriExists(file))) await vscode.workspace.fs.writeFile(file, new Uint8Array());
    const document = await vscode.workspace.openTextDocument(file);
    const answer = new AnswerEditor(document);
    if (document.getText() !== "") {
      if (!(await answer.#clear())) throw notInserted();
      // After a crash, the rest of the answer must not be appended to the former one.
      await document.save();
    }
    await showBeside(document);
    return answer;
  }

  /**
   * Continues a file whose answer was interrupted. What is appended from now on begins with `heading`, which was written before the answer;
   * only what the document lacks of it is inserted. @throws Error if the document cannot be opened.
   */
  static async reopen(file: vscode.Uri, heading: string): Promise<AnswerEditor> {
    if (!(await uriExists(file))) await vscode.workspace.fs.writeFile(file, new Uint8Array());
    const answer = new AnswerEditor(await vscode.workspace.openTextDocument(file));
    answer.#isReopened = true;
    answer.#whole = heading;
    return answer;
  }

  append(piece: string): void {
    this.#whole += piece;
    this.#waiting += piece;
    if (!this.#isReopened) this.#timer ??= setTimeout(() => this.#flush(), editInterval);
  }

  /** Resolves when the whole answer is in the document and saved, also if its tab was closed. @throws Error if the document cannot be edited. */
  async finish(): Promise<void> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      if (this.document.isClosed) await this.#openAgain();
      if (this.#isReopened) this.#waiting = restAfter(this.document.getText(), this.#whole);
      this.#isReopened = false;
      this.#flush();
      await this.#writing;
      if (!this.document.isClosed) break;
    }
    if (this.#waiting !== "") throw notInserted();
    await this.document.save();
  }

  /** VS Code closes a document some time after its tab, perhaps without what was not saved. */
  async #openAgain(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
    const inserted = this.#whole.slice(0, this.#whole.length - this.#waiting.length);
    this.#document = await vscode.workspace.openTextDocument(this.document.uri);
    // Saving may have changed the end of lines, or of the text.
    const text = withNewlines(this.document.getText()).trimEnd();
    this.#isReopened ||= !text.endsWith(withNewlines(inserted).trimEnd());
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#insertWaiting());
  }

  /** What the document does not take is inserted with the next pieces. */
  async #insertWaiting(): Promise<void> {
    const piece = this.#waiting;
    if (piece === "") return;
    const { document } = this;
    const isInserted = await this.#edit((edit) => edit.insert(document.uri, document.lineAt(document.lineCount - 1).range.end, piece));
    if (isInserted) this.#waiting = this.#waiting.slice(piece.length);
  }

  #clear(): Promise<boolean> {
    const { document } = this;
    return this.#edit((edit) => edit.delete(document.uri, new vscode.Range(0, 0, document.lineCount, 0)));
  }

  /** `write` is called for each attempt, with the document as it is then. Returns whether the document has taken the edit. */
  async #edit(write: (edit: vscode.WorkspaceEdit) => void): Promise<boolean> {
    for (let attempt = 0; attempt < attempts && !this.document.isClosed; attempt += 1) {
      const edit = new vscode.WorkspaceEdit();
      write(edit);
      if (await vscode.workspace.applyEdit(edit)) return true;
    }
    return false;
  }
}

/**
 * With `output`, the file `<output>.out.md` beside the prompt document. Without it, and on a read-only file system, a new file in the
 * extension's own folder, so that closing it asks nothing. @throws Error if the file would be outside the workspace
 */
export async function chooseAnswerFile(context: StorageContext, prompt: vscode.Uri, output: string | undefined): Promise<vscode.Uri> {
  return (output === undefined ? undefined : await answerFile(prompt, output)) ?? ownFile(context, prompt);
}

let showing: Promise<void> = Promise.resolve();

/** One after another, because VS Code rejects an editor if another one opens in its group at the same time. */
function showBeside(document: vscode.TextDocument): Promise<void> {
  const show = async () => {
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: false });
  };
  // The user may open an editor at the same time. Without an editor, the answer is written all the same.
  showing = showing
    .then(show)
    .catch(show)
    .catch((error: unknown) => log.error("editor of an answer", error));
  return showing;
}

function notInserted(): Error {
  return new Error(t("The text could not be inserted in the document."));
}

/** A new file for an answer that the user has not asked to save. Old ones are removed. */
async function ownFile(context: StorageContext, prompt: vscode.Uri): Promise<vscode.Uri> {
  const folder = path.join((context.storageUri ?? context.globalStorageUri).fsPath, "answers");
  await mkdir(folder, { recursive: true });
  await pruneFolder(folder, keptAnswers, Date.now());
  const name = path.posix.basename(prompt.path).replace(/(?:\.gen)?\.md$/i, "");
  for (let number = 1; ; number += 1) {
    const file = path.join(folder, `${name}${number === 1 ? "" : `-${number}`}.out.md`);
    try {
      // Fails if the file exists, so that two answers never share one.
      await writeFile(file, "", { flag: "wx" });
      return vscode.Uri.file(file);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
}

/** Throws if the file, or what it is a link to, would be outside the workspace. */
async function answerFile(prompt: vscode.Uri, output: string): Promise<vscode.Uri | undefined> {
  const name = `${output.replace(/(?:\.out)?\.(?:md|markdown|txt)$/i, "")}.out.md`;
  const file = resolvePath(prompt, name);
  if (!file) return undefined;
  if (!isWritableFile(file)) {
    void announce(t("This file system is read-only: the answer is in a file of the extension."));
    return undefined;
  }
  if (!(await isInside(prompt, file))) throw new Error(t("The output “{0}” is outside the workspace.", output));
  return file;
}
