/** Inserts code of an answer at the cursor, into a new document, or into the terminal. */
import * as vscode from "vscode";
import { fitCode } from "../../edits/code/fitCode.ts";
import { splitLines } from "../../edits/hunks.ts";
import { announce, mention } from "../../report.ts";
import { showDocument } from "../../showDocument.ts";
import { terminalText } from "./terminalText.ts";

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

/** Milliseconds. A shell without VS Code's integration does not report that it is ready. */
const longestStart = 3000;

/** Writes commands at the terminal's prompt without running them. */
export async function runInTerminal(code: string, language: string): Promise<void> {
  const commands = terminalText(code, language);
  if (commands === undefined) {
    mention(vscode.l10n.t("There is no command to run."));
    return;
  }
  const isNew = vscode.window.activeTerminal === undefined;
  const terminal = vscode.window.activeTerminal ?? vscode.window.createTerminal();
  terminal.show();
  if (isNew) await untilReady(terminal);
  if (commands.isSeveral) await paste(commands.text);
  else terminal.sendText(commands.text, false);
}

/** Resolves when the new terminal's shell shows its prompt. */
async function untilReady(terminal: vscode.Terminal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const listener = vscode.window.onDidChangeTerminalShellIntegration((event) => {
    if (event.terminal === terminal) resolve();
  });
  const timer = setTimeout(resolve, longestStart);
  await promise;
  clearTimeout(timer);
  listener.dispose();
}

/**
 * The terminal knows whether its shell takes several lines as one text (bracketed paste); if not, VS Code asks before it runs them one by
 * one. It pastes only from the clipboard, whose text is restored afterwards.
 */
async function paste(text: string): Promise<void> {
  const { clipboard } = vscode.env;
  const before = await clipboard.readText();
  await clipboard.writeText(text);
  try {
    await vscode.commands.executeCommand("workbench.action.terminal.paste");
  } finally {
    await clipboard.writeText(before);
  }
}
