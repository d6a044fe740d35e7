import * as vscode from "vscode";
import { splitLines } from "./hunks.ts";

/**
 * Resolves when the open virtual document has these lines, or when `ended` does.
 * VS Code updates the document some time after a change was reported.
 */
export async function untilShown(uri: vscode.Uri, lines: readonly string[], ended: Promise<unknown>): Promise<void> {
  const name = uri.toString();
  const isShown = () => {
    const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === name);
    return document === undefined || splitLines(document.getText()).join("\n") === lines.join("\n");
  };
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = () => {
    if (isShown()) resolve();
  };
  const listeners = [vscode.workspace.onDidChangeTextDocument(check), vscode.workspace.onDidCloseTextDocument(check)];
  check();
  await Promise.race([promise, ended]).finally(() => vscode.Disposable.from(...listeners).dispose());
}
