/** Replaced passages in; a diff with the document as it was, and the user's verdict on each, out. */
import path from "node:path";
import * as vscode from "vscode";
import { type TrackedPlace, trackPlace } from "../trackPlace.ts";
import { type WrittenText, writeStream } from "./writeStream.ts";

/** Scheme of the read-only documents on the left of the diff. */
export const originalScheme = "generation-studio-original";

interface Pending {
  original: vscode.Uri;
  /** The whole document as it was. */
  before: string;
  /** The passage as it was. */
  passage: string;
  start: TrackedPlace;
  end: TrackedPlace;
}

export class Replacements implements vscode.Disposable, vscode.TextDocumentContentProvider {
  readonly #pending = new Map<string, Pending>();
  #count = 0;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return [...this.#pending.values()].find((one) => one.original.toString() === uri.toString())?.before ?? "";
  }

  /** Writes the text over the range, as one undo step, and shows the diff. @throws Error where the document does not take it. */
  async replace(document: vscode.TextDocument, range: vscode.Range, text: string, title: string): Promise<void> {
    const before = document.getText();
    async function* whole() {
      yield text;
    }
    await this.offer(document, before, await writeStream(document, range, whole(), async () => undefined), title);
  }

  /** Shows the diff; the text stands in the document already. */
  async offer(document: vscode.TextDocument, before: string, written: WrittenText, title: string): Promise<void> {
    const uri = document.uri.toString();
    await this.accept(document.uri);
    const startOffset = document.offsetAt(written.range.start);
    const endOffset = document.offsetAt(written.range.end);
    const tail = document.getText().length - endOffset;
    const place = (offset: number) => trackPlace({ uri, languageId: document.languageId, offset });
    this.#count += 1;
    const original = vscode.Uri.from({ scheme: originalScheme, path: `/${this.#count}/${path.posix.basename(document.uri.path)}` });
    const passage = before.slice(startOffset, before.length - tail);
    this.#pending.set(uri, { original, before, passage, start: place(startOffset), end: place(endOffset) });
    await this.#tell();
    await vscode.commands.executeCommand("vscode.diff", original, document.uri, vscode.l10n.t("Replacement: {0}", title));
  }

  /** Returns false where nothing was offered for the document. */
  async accept(uri: vscode.Uri): Promise<boolean> {
    const pending = this.#pending.get(uri.toString());
    if (pending === undefined) return false;
    await this.#end(uri, pending);
    return true;
  }

  /** Puts the passage back as it was, as one undo step; everything else in the document stays. Returns whether it was put back. */
  async reject(uri: vscode.Uri): Promise<boolean> {
    const pending = this.#pending.get(uri.toString());
    if (pending === undefined) return false;
    const document = await vscode.workspace.openTextDocument(uri);
    const range = new vscode.Range(document.positionAt(pending.start.now().offset), document.positionAt(pending.end.now().offset));
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, range, pending.passage);
    // Refused by a document that changed at the same moment: the offer stands, and can be rejected again.
    if (!(await vscode.workspace.applyEdit(edit))) return false;
    await this.#end(uri, pending);
    return true;
  }

  async #end(uri: vscode.Uri, pending: Pending): Promise<void> {
    this.#pending.delete(uri.toString());
    pending.start.dispose();
    pending.end.dispose();
    await this.#tell();
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const diff = tabs.find(
      (tab) => tab.input instanceof vscode.TabInputTextDiff && tab.input.original.toString() === pending.original.toString(),
    );
    if (diff !== undefined) await vscode.window.tabGroups.close(diff);
  }

  /** For the menus' `when` clauses: `resourcePath` is a path on this machine or, in a remote window, that of the URI. */
  #tell(): Thenable<unknown> {
    const uris = [...this.#pending.keys()].map((uri) => vscode.Uri.parse(uri, true));
    const paths = uris.flatMap((uri) => [uri.fsPath, uri.path]);
    return vscode.commands.executeCommand("setContext", "generationStudio.replacements", paths);
  }

  dispose(): void {
    for (const { start, end } of this.#pending.values()) vscode.Disposable.from(start, end).dispose();
  }
}
