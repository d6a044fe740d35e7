/** The identifiers of the language of prompt documents. */
import type * as vscode from "vscode";

export const promptLanguageId = "generation-prompt";
export const promptSelector: vscode.DocumentSelector = { language: promptLanguageId };

export function isPromptDocument(document: vscode.TextDocument): boolean {
  return document.languageId === promptLanguageId;
}
