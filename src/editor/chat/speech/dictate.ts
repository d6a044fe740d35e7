/** Dictation with VS Code's own speech: it writes only in text editors, so it writes in a document that is open until its end. */
import { setTimeout } from "node:timers/promises";
import * as vscode from "vscode";
import { report } from "../../base/report.ts";
import { withProgress } from "../../base/withProgress.ts";

/**
 * Milliseconds without a change after which nothing more is expected of a dictation that was stopped. `written`: it has written since.
 * `before`: it has written only before. `nothing`: it has written nothing; the recognition that is part of VS Code writes only at the end,
 * and takes some seconds.
 */
const quiet = { written: 300, before: 800, nothing: 8000 };

export interface DictationOptions {
  /** Where the document is shown. */
  column: vscode.ViewColumn;
  /** Aborted: the user goes back to the chat. */
  ended: AbortSignal;
}

/** Resolves with the dictated text when the user ends it, also by closing the document; "" if it was cancelled. */
export async function dictate({ column, ended }: DictationOptions): Promise<string> {
  const document = await openEmpty();
  let text = "";
  let changes = 0;
  const over = new AbortController();
  const listeners = vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument((change) => {
      if (change.document !== document) return;
      text = document.getText();
      changes += 1;
    }),
    vscode.workspace.onDidCloseTextDocument((closed) => closed === document && over.abort()),
  );
  const { viewColumn = column } = await vscode.window.showTextDocument(document, { viewColumn: column, preview: false });
  const isCancelled = await listen(AbortSignal.any([ended, over.signal]));
  const before = changes;
  await stop(over.signal.aborted ? undefined : document, viewColumn);
  if (!isCancelled) await untilQuiet(() => ({ changes, before, isEmpty: text === "" }), over.signal);
  listeners.dispose();
  if (!over.signal.aborted) await close(document);
  return isCancelled ? "" : text.trim();
}

/** It states its language, because VS Code closes a document, and opens it again, when it recognizes the language itself. */
async function openEmpty(): Promise<vscode.TextDocument> {
  return vscode.workspace.openTextDocument({ language: "plaintext", content: "" });
}

/** Starts the dictation in the active editor. Resolves at the end; true: the user has cancelled it. */
async function listen(end: AbortSignal): Promise<boolean> {
  const title = vscode.l10n.t("Dictating. Go back to the chat to add the text to your message.");
  return withProgress(title, (cancelled) => {
    // It may take the time to load a model.
    vscode.commands.executeCommand("workbench.action.editorDictation.start").then(undefined, report);
    return new Promise<boolean>((resolve) => {
      cancelled.addEventListener("abort", () => resolve(true));
      if (end.aborted) resolve(false);
      end.addEventListener("abort", () => resolve(false));
    });
  });
}

/** VS Code goes on listening after the document is closed, in the next one of its group, until the command to stop is run in an editor of the group. */
async function stop(open: vscode.TextDocument | undefined, viewColumn: vscode.ViewColumn): Promise<void> {
  if (!vscode.window.tabGroups.all.some((group) => group.viewColumn === viewColumn)) return;
  const document = open ?? (await openEmpty());
  if (vscode.window.activeTextEditor?.document !== document)
    await vscode.window.showTextDocument(document, { viewColumn: tabsOf(document)[0]?.group.viewColumn ?? viewColumn });
  await vscode.commands.executeCommand("workbench.action.editorDictation.stop");
  if (document !== open) await close(document);
}

async function untilQuiet(read: () => { changes: number; before: number; isEmpty: boolean }, closed: AbortSignal): Promise<void> {
  for (let seen = -1, start = Date.now(); !closed.aborted; ) {
    const { changes, before, isEmpty } = read();
    if (changes !== seen) start = Date.now();
    seen = changes;
    const limit = changes > before ? quiet.written : isEmpty ? quiet.nothing : quiet.before;
    if (Date.now() - start >= limit) return;
    await setTimeout(50, undefined, { signal: closed }).catch(() => undefined);
  }
}

/** An empty document closes without a question. */
async function close(document: vscode.TextDocument): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.delete(document.uri, document.validateRange(new vscode.Range(0, 0, document.lineCount, 0)));
  await vscode.workspace.applyEdit(edit);
  await vscode.window.tabGroups.close(tabsOf(document));
}

function tabsOf({ uri }: vscode.TextDocument): vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.filter(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
}
