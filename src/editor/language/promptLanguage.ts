/** Nothing in; the names by which VS Code knows the language of prompt documents out. */
import type * as vscode from "vscode";

export const promptLanguageId = "generation-prompt";
export const promptSelector: vscode.DocumentSelector = { language: promptLanguageId };

export function isPromptDocument(document: vscode.TextDocument): boolean {
  return document.languageId === promptLanguageId;
}
