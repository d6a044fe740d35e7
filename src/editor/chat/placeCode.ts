/** Code from an answer in; the same code at the cursor, as a diff against a file, or in a new document, out. */
import * as vscode from "vscode";
import { announce } from "../report.ts";

function targetEditor(): vscode.TextEditor | undefined {
  return vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors.find((editor) => editor.document.uri.scheme === "file");
}

export async function insertAtCursor(code: string): Promise<void> {
  const editor = targetEditor();
  if (editor === undefined) {
    await announce(vscode.l10n.t("Open a file first: the code is inserted at its cursor."));
    return;
  }
  await editor.edit((edit) => {
    for (const selection of editor.selections) edit.replace(selection, code.replace(/\n$/, ""));
  });
  await vscode.window.showTextDocument(editor.document, editor.viewColumn);
}

/** Names of languages as models write them, where VS Code's differ. */
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

export async function languageIdOf(name: string): Promise<string> {
  const wanted = languageIds[name.toLowerCase()] ?? name.toLowerCase();
  const known = await vscode.languages.getLanguages();
  return known.includes(wanted) ? wanted : "plaintext";
}

export async function openAsNewFile(code: string, language: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ content: code, language: await languageIdOf(language) });
  await vscode.window.showTextDocument(document);
}

/** Shows the file beside what it would become; the change is one refactoring preview away from being kept, and nothing is written before. */
export async function applyAsDiff(code: string): Promise<void> {
  const editor = targetEditor();
  const picked =
    editor?.document.uri ??
    (await vscode.window.showOpenDialog({ canSelectMany: false, title: vscode.l10n.t("Apply the Code to Which File?") }))?.[0];
  if (picked === undefined) return;
  const document = await vscode.workspace.openTextDocument(picked);
  const hasSelection = editor !== undefined && !editor.selection.isEmpty;
  const range = hasSelection ? editor.selection : new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, code, {
    label: hasSelection ? vscode.l10n.t("Replace the selection") : vscode.l10n.t("Replace the file's text"),
    needsConfirmation: true,
  });
  await vscode.workspace.applyEdit(edit, { isRefactoring: true });
}
