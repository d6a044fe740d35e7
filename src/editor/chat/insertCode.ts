/** Inserts code of an answer at the cursor, into a new document, or into the terminal. */
import * as vscode from "vscode";
import { announce } from "../report.ts";
import { terminalLine } from "./terminalLine.ts";

/** Replaces the editor's selections with the code. */
export async function insertAtCursor(editor: vscode.TextEditor | undefined, code: string): Promise<void> {
  if (editor === undefined) {
    await announce(vscode.l10n.t("Open a file first: the code is inserted at its cursor."));
    return;
  }
  const isWritten = await editor.edit((edit) => {
    for (const selection of editor.selections) edit.replace(selection, code.replace(/\n$/, ""));
  });
  if (!isWritten) throw new Error(vscode.l10n.t("The text could not be inserted in the document."));
  await vscode.window.showTextDocument(editor.document, editor.viewColumn);
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

/** Types commands at the terminal's prompt without running them. */
export async function runInTerminal(code: string, language: string): Promise<void> {
  const line = terminalLine(code, language);
  if (line === undefined) {
    await openAsNewFile(code, language);
    void announce(vscode.l10n.t("These lines belong together and cannot be inserted in the terminal as one: they are in a new file."));
    return;
  }
  const terminal = vscode.window.activeTerminal ?? vscode.window.createTerminal();
  terminal.show();
  terminal.sendText(line, false);
}
