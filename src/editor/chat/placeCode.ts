/** Code from an answer in; the same code at the cursor, as a diff against a file, or in a new document, out. */
import * as vscode from "vscode";
import { announce } from "../report.ts";
import { findPassage } from "./findPassage.ts";

/** Writes the code over what is selected in the editor. */
export async function insertAtCursor(editor: vscode.TextEditor | undefined, code: string): Promise<void> {
  if (editor === undefined) {
    await announce(vscode.l10n.t("Open a file first: the code is inserted at its cursor."));
    return;
  }
  const isWritten = await editor.edit((edit) => {
    for (const selection of editor.selections) edit.replace(selection, code.replace(/\n$/, ""));
  });
  if (!isWritten) throw new Error(vscode.l10n.t("The document did not take the text."));
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

function rangeToReplace(document: vscode.TextDocument, selection: vscode.Selection | undefined, code: string): vscode.Range {
  if (selection !== undefined && !selection.isEmpty) return selection;
  const passage = findPassage(document.getText(), code);
  return passage === undefined
    ? new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length))
    : new vscode.Range(passage.first, 0, passage.last, document.lineAt(passage.last).text.length);
}

/**
 * Puts the code in place of what is selected, else of the passage that it is a new version of, else of the whole text, and shows the difference,
 * where it is accepted or rejected. Nothing is saved. Without an editor the user names the file.
 */
export async function applyToFile(editor: vscode.TextEditor | undefined, code: string): Promise<void> {
  const { t } = vscode.l10n;
  const uri =
    editor?.document.uri ?? (await vscode.window.showOpenDialog({ canSelectMany: false, title: t("Apply the Code to Which File?") }))?.[0];
  if (uri === undefined) return;
  const document = await vscode.workspace.openTextDocument(uri);
  const range = rangeToReplace(document, editor?.selection, code);
  // The last line of a fenced block ends with a line break, which a passage in the middle of a line or text has no place for.
  const text = range.end.isEqual(document.positionAt(document.getText().length)) ? code : code.replace(/\n$/, "");
  await vscode.commands.executeCommand("_generationStudio.showReplacement", document, range, text, vscode.workspace.asRelativePath(uri));
}
