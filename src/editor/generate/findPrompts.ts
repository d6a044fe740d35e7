/** Finds prompts in the active editor, in files or in the clipboard, or asks for one; each has the location for its link. */

import * as vscode from "vscode";
import type { Kind } from "../../contract/kind.ts";
import { findFrontMatter } from "../../prompt/parse/findFrontMatter.ts";
import type { PromptWithLocation } from "../artifacts/promptWithLocation.ts";
import { landmarkBefore } from "../artifacts/relocate.ts";
import { askToAttach, judgeFile } from "../base/disclosure.ts";
import { announce } from "../base/report.ts";
import { requireTrust } from "../base/requireTrust.ts";
import type { GenerateArguments } from "../requests/requestOptions.ts";
import { kindTexts } from "../showing/kindTexts.ts";
import { askText } from "./askText.ts";
import { readPlainText } from "./plainText/readPlainText.ts";

const { t } = vscode.l10n;

/** Prompts from the command's arguments, if any. */
export function givenPrompts(given: GenerateArguments): PromptWithLocation[] | undefined {
  const texts = given.prompts ?? (given.prompt === undefined ? undefined : [given.prompt]);
  return texts?.map((text) => ({ text }));
}

/** All selections of the active editor that are not blank. If there are none, asks for a prompt. */
export async function promptsFromSelection(kind: Kind): Promise<PromptWithLocation[] | undefined> {
  const prompts = await selectedPrompts(kind);
  return prompts.some(({ text }) => text !== "") ? prompts : typedPrompt(kind);
}

/** All selections of the active editor that are not blank. If there are none, one empty prompt at the cursor. */
export async function selectedPrompts(kind: Kind): Promise<PromptWithLocation[]> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return [{ text: "" }];
  const { document } = editor;
  const selected = [...editor.selections].filter((selection) => document.getText(selection).trim() !== "");
  selected.sort((one, other) => one.start.compareTo(other.start));
  if (selected.length === 0) return [promptAtCursor(editor, "")];
  return Promise.all(selected.map((selection) => plainPromptAt(document, selection, kind)));
}

/** The lines around the cursor, up to the nearest blank lines. Throws in a restricted workspace. */
export async function promptFromParagraph(kind: Kind): Promise<PromptWithLocation[]> {
  requireTrust();
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return [];
  const { document, selection } = editor;
  const isBlank = (line: number) => document.lineAt(line).isEmptyOrWhitespace;
  let first = selection.active.line;
  if (isBlank(first)) {
    void announce(t("Place the cursor in a paragraph."));
    return [];
  }
  let last = first;
  while (first > 0 && !isBlank(first - 1)) first -= 1;
  while (last < document.lineCount - 1 && !isBlank(last + 1)) last += 1;
  return [await plainPromptAt(document, new vscode.Range(new vscode.Position(first, 0), document.lineAt(last).range.end), kind)];
}

/** The text of each file without its front matter; of one that is not what its name says, only if the user agrees. Throws in a restricted workspace. */
export async function promptsFromDocuments(files: readonly vscode.Uri[], kind: Kind): Promise<PromptWithLocation[]> {
  requireTrust();
  const opened = await Promise.all(files.map((file) => vscode.workspace.openTextDocument(file)));
  const judged = opened.map(async (document) => ({
    name: vscode.workspace.asRelativePath(document.uri),
    judged: await judgeFile(document.uri, document, document.getText(), { isChosen: true }),
  }));
  const documents = await askToAttach(await Promise.all(judged));
  if (documents.length < files.length && documents.length === 0) return [];
  const found = await Promise.all(documents.map((document) => plainPromptAt(document, bodyOf(document), kind)));
  const prompts = found.filter(({ text }) => text !== "");
  if (prompts.length === 0) void announce(t("The document has no text."));
  return prompts;
}

export async function promptFromClipboard(): Promise<PromptWithLocation[]> {
  const text = (await vscode.env.clipboard.readText()).trim();
  if (text !== "") return [{ text }];
  void announce(t("The clipboard has no text."));
  return [];
}

/** undefined: cancelled. A link, if wanted, is inserted at the cursor. `example`: what the box begins with. */
export async function typedPrompt(kind: Kind, example?: string): Promise<PromptWithLocation[] | undefined> {
  const { command, question } = kindTexts(kind);
  const text = await askText(command, question, example);
  if (text === undefined) return undefined;
  const editor = vscode.window.activeTextEditor;
  return [editor === undefined ? { text } : promptAtCursor(editor, text)];
}

function promptAtCursor({ document, selection }: vscode.TextEditor, text: string): PromptWithLocation {
  return { ...promptAt(document, new vscode.Range(selection.end, selection.end)), text };
}

function bodyOf(document: vscode.TextDocument): vscode.Range {
  const front = findFrontMatter(document.getText());
  return new vscode.Range(document.positionAt(front?.closed ? front.range.end : 0), document.lineAt(document.lineCount - 1).range.end);
}

/** A text model understands markup. In an image's prompt, name and caption, and in a spoken text, it would only disturb. */
async function plainPromptAt(document: vscode.TextDocument, range: vscode.Range, kind: Kind): Promise<PromptWithLocation> {
  const prompt = promptAt(document, range);
  return kind === "text" ? prompt : { ...prompt, text: await readPlainText(prompt.text, document.languageId) };
}

function promptAt(document: vscode.TextDocument, range: vscode.Range): PromptWithLocation {
  return {
    text: document.getText(range).trim(),
    location: {
      uri: document.uri.toString(),
      languageId: document.languageId,
      offset: document.offsetAt(range.end),
      before: landmarkBefore(document.getText(), document.offsetAt(range.end)),
    },
  };
}
