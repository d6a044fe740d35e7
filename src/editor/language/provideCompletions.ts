/** Provides completions, including paths of the workspace where a file is expected. */
import * as vscode from "vscode";
import { complete, takesPath } from "../../prompt/assist/complete.ts";
import type { PromptCompletion } from "../../prompt/assist/completion.ts";
import type { Facts } from "../../prompt/facts.ts";
import type { PromptDocument } from "../../prompt/parse/promptDocument.ts";
import { findPaths } from "../prompts/findPaths.ts";
import { toRange } from "./openDocuments.ts";

const itemKinds: Readonly<Record<PromptCompletion["sort"], vscode.CompletionItemKind>> = {
  field: vscode.CompletionItemKind.Property,
  value: vscode.CompletionItemKind.Value,
  model: vscode.CompletionItemKind.Class,
  file: vscode.CompletionItemKind.File,
  variable: vscode.CompletionItemKind.Variable,
  role: vscode.CompletionItemKind.Keyword,
};

export async function provideCompletions(
  document: vscode.TextDocument,
  position: vscode.Position,
  parsed: PromptDocument,
  facts: Facts,
): Promise<vscode.CompletionItem[]> {
  const offset = document.offsetAt(position);
  const paths = takesPath(parsed, offset) ? await findPaths(document.uri) : [];
  return complete(parsed, offset, { ...facts, paths }).map((completion) => toItem(document, completion));
}

function toItem(document: vscode.TextDocument, completion: PromptCompletion): vscode.CompletionItem {
  const item = new vscode.CompletionItem({ label: completion.label, description: completion.detail }, itemKinds[completion.sort]);
  item.insertText = completion.insertText;
  item.range = toRange(document, completion.range);
  item.filterText = document.getText(item.range).startsWith("[") ? `[${completion.label}` : completion.label;
  item.sortText = String(completion.rank).padStart(5, "0");
  if (completion.documentation !== "") item.documentation = new vscode.MarkdownString(completion.documentation);
  if (completion.continues) item.command = { title: "", command: "editor.action.triggerSuggest" };
  return item;
}
