/** Inserts code of an answer at the cursor or into a new document. */
import * as vscode from "vscode";
import { announce } from "../../base/report.ts";
import { showDocument } from "../../base/showDocument.ts";
import { fitCode } from "../../edits/code/fitCode.ts";
import { splitLines } from "../../edits/hunks.ts";

/** Replaces the editor's selections with the code. */
export async function insertAtCursor(editor: vscode.TextEditor | undefined, code: string): Promise<void> {
  if (editor === undefined) {
    await announce(vscode.l10n.t("Open a file first: the code is inserted at its cursor."));
    return;
  }
  const { document, selections } = editor;
  const target = { lines: splitLines(document.getText()), languageId: document.languageId };
  const isWritten = await editor.edit((edit) => {
    for (const selection of selections) edit.replace(selection, fitCode(target, selection, code));
  });
  if (!isWritten) throw new Error(vscode.l10n.t("The text could not be inserted in the document."));
  await showDocument(editor.document.uri, editor.viewColumn);
}

/** Names of languages that models use, if VS Code has other ids for them. */
const languageIds: Record<string, string> = {
  js: "javascript",
  jsx: "javascriptreact",
  ts: "typescript",
  tsx: "typescriptreact",
  py: "python",
  rb: "ruby",
  rs: "rust",
  sh: "shellscript",
  bash: "shellscript",
  zsh: "shellscript",
  shell: "shellscript",
  cs: "csharp",
  md: "markdown",
  yml: "yaml",
  "c++": "cpp",
};

/** @internal */
export async function languageIdOf(name: string): Promise<string> {
  const wanted = languageIds[name.toLowerCase()] ?? name.toLowerCase();
  const known = await vscode.languages.getLanguages();
  return known.includes(wanted) ? wanted : "plaintext";
}

export async function openAsNewFile(code: string, language: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ content: code, language: await languageIdOf(language) });
  await vscode.window.showTextDocument(document);
}
