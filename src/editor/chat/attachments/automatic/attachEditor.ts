/** Attaches the active file, or the selection in it, as the editor shows it. */

import * as vscode from "vscode";
import type { LoadedAttachment } from "../../../../conversations/drafts.ts";
import { attachText } from "../../../../conversations/recognizeAttachment.ts";
import { freeContent } from "../../../../disclosure/judge.ts";
import { judgeFile } from "../../../base/disclosure.ts";
import { describeCell, fileOfDocument, findCell } from "../../../base/notebooks.ts";
import { settings } from "../../../base/settings.ts";
import { describeLines } from "../../context/describeLines.ts";
import { attachActiveFile, attachedName } from "../../context/readAttachment.ts";
import { attachNotebook } from "../../context/readContent.ts";
import { type Lines, linesAround } from "./linesAround.ts";

/** Characters, about ten thousand tokens. Of a longer file, the lines around the visible ones are attached. */
const longestText = 40_000;

/** undefined: the file is attached only if the user asks for it, or it is empty. */
export async function attachEditor(editor: vscode.TextEditor): Promise<LoadedAttachment | undefined> {
  const { document, selection } = editor;
  if (!isOffered(document) || freeContent(await judgeFile(document.uri, true, wholeText(document))) === undefined) return undefined;
  if (!selection.isEmpty) {
    const text = document.getText(selection);
    const last = selection.end.line - selection.start.line;
    return attachPassage(describeCell(document.uri, attachedName(document.uri)), text, { first: 0, last }, selection.start.line);
  }
  const { attachment, content } = attachActiveFile(editor);
  const focus = findCell(document.uri) === undefined ? visibleLines(editor) : { first: 0, last: 0 };
  return attachPassage(attachment.name, Buffer.from(content ?? []).toString(), focus);
}

function visibleLines({ visibleRanges, selection }: vscode.TextEditor): Lines {
  const shown = visibleRanges.find((range) => range.contains(selection.active)) ?? selection;
  return { first: shown.start.line, last: shown.end.line };
}

/** `offset`: the index of the first line in the document; undefined: the text is a whole file. */
function attachPassage(name: string, text: string, focus: Lines, offset?: number): LoadedAttachment | undefined {
  const lines = text.split("\n");
  const { first, last } = text.length <= longestText ? { first: 0, last: lines.length - 1 } : linesAround(lines, focus, longestText);
  const passage = lines
    .slice(first, last + 1)
    .join("\n")
    .slice(0, longestText);
  if (passage.trim() === "") return undefined;
  const isWhole = offset === undefined && last - first + 1 === lines.length;
  return attachText(isWhole ? name : describeLines(name, first + (offset ?? 0), last + (offset ?? 0)), passage);
}

/** What a secret in any part of the file is looked for in: an attached passage may be the middle of a private key. Outputs of a notebook are attached, too. */
function wholeText(document: vscode.TextDocument): string | Uint8Array {
  const notebook = findCell(document.uri)?.notebook;
  return notebook === undefined ? document.getText() : (attachNotebook(notebook, "").content ?? "");
}

/** Only files of a trusted workspace that VS Code's settings do not exclude. */
function isOffered(document: vscode.TextDocument): boolean {
  const file = fileOfDocument(document.uri);
  const folder = vscode.workspace.getWorkspaceFolder(file);
  return vscode.workspace.isTrusted && folder !== undefined && !isExcluded(document, folder);
}

/** The patterns of settings also match folders, whose files are then excluded too. */
function isExcluded(document: vscode.TextDocument, folder: vscode.WorkspaceFolder): boolean {
  return settings
    .excludedPatterns()
    .flatMap((pattern) => [pattern, `${pattern.replace(/\/$/, "")}/**`])
    .some((pattern) => vscode.languages.match({ pattern: new vscode.RelativePattern(folder, pattern) }, document) > 0);
}
