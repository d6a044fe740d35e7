/** Writes text into a document while it arrives, as a single undo step. */
import * as vscode from "vscode";
import { landmarkBefore, relocate } from "../../artifacts/relocate.ts";
import { shiftOffset } from "../../artifacts/shiftOffset.ts";
import { isCancellation } from "../../base/isCancellation.ts";
import { mention } from "../../base/report.ts";
import { settings } from "../../base/settings.ts";

/** Milliseconds between two edits. One edit per frame would only load the undo stack and the extension host. */
const editInterval = 50;

/** The user may type elsewhere in the document while the text is written. */
const attempts = 10;

export interface WrittenText {
  /** The current range of the text, adjusted to edits elsewhere. */
  range: vscode.Range;
  text: string;
}

/**
 * Replaces `range` with the pieces. At the end, `finish` may return the whole text if it differs from the joined pieces. Throws what
 * `pieces` throws; the text that arrived before stays, and one undo removes it.
 */
export async function writeStream(
  document: vscode.TextDocument,
  range: vscode.Range,
  pieces: AsyncIterable<string>,
  finish: () => Promise<string | undefined>,
): Promise<WrittenText> {
  const writer = new StreamWriter(document, range);
  let isStopped = false;
  try {
    for await (const piece of pieces) await writer.add(piece);
    const whole = await finish();
    if (whole !== undefined) await writer.replaceAll(whole);
    return writer.written();
  } catch (error) {
    isStopped = isCancellation(error);
    throw error;
  } finally {
    await writer.finish();
    writer.dispose();
    // VS Code closes the progress when the user clicks Cancel, but the text is complete in the document only now.
    if (isStopped && writer.hasWritten) mention(vscode.l10n.t("Stopped. Undo removes the inserted text."));
  }
}

interface UndoStops {
  undoStopBefore: boolean;
  undoStopAfter: boolean;
}
const ownStep: UndoStops = { undoStopBefore: true, undoStopAfter: true };

class StreamWriter implements vscode.Disposable {
  /** Replaced when the document was closed, because VS Code then opens another object for the file. */
  #document: vscode.TextDocument;
  readonly #listener: vscode.Disposable;
  readonly #lineEnding: string;
  /** The original passage. */
  readonly #before: string;
  #start: number;
  #end: number;
  #waiting = "";
  #text = "";
  /**
   * Number of edits. If VS Code saves automatically, several edits may be several undo steps, because not every save is reported in time.
   */
  #edits = 0;
  readonly #savesItself: boolean;
  /** The text consists of more than one undo step. */
  #isSplit = false;
  /** The edit in progress, to distinguish it from the user's changes. */
  #own: { offset: number; text: string } | undefined;
  #lastEdit = 0;

  constructor(document: vscode.TextDocument, range: vscode.Range) {
    this.#document = document;
    this.#lineEnding = document.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n";
    this.#start = document.offsetAt(range.start);
    this.#end = document.offsetAt(range.end);
    this.#before = document.getText(range);
    this.#savesItself = settings.savesItself(document);
    const changes = vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document !== this.#document) return;
      for (const change of event.contentChanges) {
        if (change.rangeOffset === this.#own?.offset && change.text === this.#own.text) continue;
        this.#start = shiftOffset(this.#start, change);
        this.#end = shiftOffset(this.#end, change);
      }
    });
    // VS Code ends an undo step with each save, including automatic ones. The second event is not fired if the document was edited during
    // the save.
    const split = (saved: vscode.TextDocument) => {
      if (saved === this.#document && (this.#edits > 0 || this.#own !== undefined)) this.#isSplit = true;
    };
    const saves = [
      vscode.workspace.onWillSaveTextDocument((event) => split(event.document)),
      vscode.workspace.onDidSaveTextDocument(split),
    ];
    this.#listener = vscode.Disposable.from(changes, ...saves);
  }

  /** Whether the passage has been changed. */
  get hasWritten(): boolean {
    return this.#edits > 0;
  }

  async add(piece: string): Promise<void> {
    this.#waiting += this.#inLineEndings(piece);
    if (Date.now() - this.#lastEdit >= editInterval) await this.flush(false);
  }

  async flush(isLast: boolean): Promise<void> {
    if (this.#waiting === "") return;
    const piece = this.#waiting;
    this.#waiting = "";
    await this.#edit(this.#edits === 0 ? "whole" : "end", piece, this.#stops(isLast));
  }

  /** Writes the rest. If there are several undo steps, restores the passage and writes the whole text again as one step. */
  async finish(): Promise<void> {
    await this.flush(true);
    if (!this.#isSplit && !(this.#savesItself && this.#edits > 1)) return;
    const written = this.#document.getText(this.#range(this.#start));
    await this.#edit("whole", this.#before, ownStep);
    await this.#edit("whole", written, ownStep);
    this.#text = written;
    // Restoring a long passage may have scrolled the editor.
    this.#editor()?.revealRange(this.#range(this.#end), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  /** undefined: the document is not visible. */
  #editor(): vscode.TextEditor | undefined {
    return vscode.window.visibleTextEditors.find((one) => one.document === this.#document);
  }

  async replaceAll(whole: string): Promise<void> {
    const text = this.#inLineEndings(whole);
    if (text === this.#text + this.#waiting) return;
    this.#waiting = "";
    this.#text = "";
    await this.#edit("whole", text, this.#stops(true));
  }

  #stops(isLast: boolean): UndoStops {
    return { undoStopBefore: this.#edits === 0, undoStopAfter: isLast };
  }

  /** From an offset to the end of the written text. */
  #range(from: number): vscode.Range {
    return new vscode.Range(this.#document.positionAt(from), this.#document.positionAt(this.#end));
  }

  written(): WrittenText {
    const text = this.#text + this.#waiting;
    const end = this.#waiting === "" ? this.#end : this.#end + this.#waiting.length;
    return { range: new vscode.Range(this.#document.positionAt(this.#start), this.#document.positionAt(end)), text };
  }

  #inLineEndings(text: string): string {
    return text.replaceAll("\r", "").replaceAll("\n", this.#lineEnding);
  }

  /**
   * Replaces the written text ("whole"), or appends to it ("end"). VS Code rejects an edit if the document has changed in the meantime;
   * then it is retried at the current offsets.
   */
  async #edit(location: "whole" | "end", text: string, stops: UndoStops): Promise<void> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      if (this.#document.isClosed) await this.#reopen();
      const from = location === "whole" ? this.#start : this.#end;
      if (!(await this.#tryEdit(from, text, stops))) continue;
      this.#edits += 1;
      this.#text += text;
      this.#end = from + text.length;
      this.#lastEdit = Date.now();
      return;
    }
    throw this.#error();
  }

  #error(): Error {
    return new Error(vscode.l10n.t("The text could not be inserted in the document."));
  }

  /** The user closed the document. Its file may have been changed since, which is not reported. */
  async #reopen(): Promise<void> {
    const before = this.#document.getText();
    this.#document = await vscode.workspace.openTextDocument(this.#document.uri);
    const text = this.#document.getText();
    if (text === before) return;
    const end = relocate(text, this.#end, landmarkBefore(before, this.#end));
    if (end === undefined) throw this.#error();
    this.#start += end - this.#end;
    this.#end = end;
  }

  async #tryEdit(from: number, text: string, stops: UndoStops): Promise<boolean> {
    const range = this.#range(from);
    const editor = this.#editor();
    this.#own = { offset: from, text };
    try {
      if (editor === undefined) return await this.#editHidden(range, text);
      // If the editor is closed at this moment, the edit is rejected, and the next attempt finds no editor.
      return await editor
        .edit((edit) => edit.replace(range, text), stops)
        .then(
          (isTaken) => isTaken,
          () => false,
        );
    } finally {
      this.#own = undefined;
    }
  }

  /** A document that is not visible has no editor, so each edit is a separate undo step. */
  async #editHidden(range: vscode.Range, text: string): Promise<boolean> {
    this.#isSplit ||= this.#edits > 0;
    const edit = new vscode.WorkspaceEdit();
    edit.replace(this.#document.uri, range, text);
    return vscode.workspace.applyEdit(edit);
  }

  dispose(): void {
    this.#listener.dispose();
  }
}
