/** Provides completions, including paths of the workspace where a file is expected. */
import * as vscode from "vscode";
import type { Completion } from "../../prompt/assist/complete.ts";
import { complete } from "../../prompt/assist/complete.ts";
import { findCursorContext } from "../../prompt/assist/findCursorContext.ts";
import type { Facts } from "../../prompt/facts.ts";
import type { PromptDocument } from "../../prompt/parse/promptDocument.ts";
import { findFilesBelow } from "../prompts/findFilesBelow.ts";
import { folderOf } from "../prompts/promptPaths.ts";
import { toRange } from "./openDocuments.ts";

/** Maximum number of files that are offered. */
const mostPaths = 500;

const itemKinds: Readonly<Record<Completion["sort"], vscode.CompletionItemKind>> = {
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

function takesPath(parsed: PromptDocument, offset: number): boolean {
  const context = findCursorContext(parsed, offset);
  if (context.type === "argument") return context.name === "file";
  return (context.type === "value" || context.type === "either") && ["files", "image", "batch", "tests"].includes(context.path[0] ?? "");
}

async function findPaths(document: vscode.Uri): Promise<string[]> {
  const folder = folderOf(document);
  if (!folder) return [];
  const found = await findFilesBelow(folder, "**/*", mostPaths);
  const base = folder.path.endsWith("/") ? folder.path : `${folder.path}/`;
  return found
    .filter((file) => file.path.startsWith(base) && file.path !== document.path)
    .map((file) => file.path.slice(base.length))
    .sort((a, b) => a.split("/").length - b.split("/").length || a.localeCompare(b));
}

function toItem(document: vscode.TextDocument, completion: Completion): vscode.CompletionItem {
  const item = new vscode.CompletionItem({ label: completion.label, description: completion.detail }, itemKinds[completion.sort]);
  item.insertText = completion.insertText;
  item.range = toRange(document, completion.range);
  item.filterText = document.getText(item.range).startsWith("[") ? `[${completion.label}` : completion.label;
  item.sortText = String(completion.rank).padStart(5, "0");
  if (completion.documentation !== "") item.documentation = new vscode.MarkdownString(completion.documentation);
  if (completion.continues) item.command = { title: "", command: "editor.action.triggerSuggest" };
  return item;
}
