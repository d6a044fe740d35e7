/** The active editor, a file, the clipboard or the keyboard in; prompts, each with the place where its link belongs, out. */
import * as vscode from "vscode";
import type { Kind } from "../../contract/kind.ts";
import { askText } from "./askText.ts";
import { landmarkBefore } from "./relocate.ts";
import { requireTrust } from "./requireTrust.ts";
import type { FoundPrompt, GenerateArguments } from "./wish.ts";

/** Prompts given with the command, if any. */
export function givenPrompts(given: GenerateArguments): FoundPrompt[] | undefined {
  const texts = given.prompts ?? (given.prompt === undefined ? undefined : [given.prompt]);
  return texts?.map((text) => ({ text }));
}

/** Every selection of the active editor that is not blank; nothing selected: the whole file; an empty file: the keyboard. */
export async function promptsFromSelection(kind: Kind): Promise<FoundPrompt[] | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return typedPrompt(kind);
  const { document } = editor;
  const selected = [...editor.selections].filter((selection) => document.getText(selection).trim() !== "");
  selected.sort((one, other) => one.start.compareTo(other.start));
  if (selected.length > 0) return selected.map((selection) => promptAt(document, selection));
  // In a restricted workspace only what the user points at, or types, is sent.
  const isWholeWanted = vscode.workspace.isTrusted && document.getText().trim() !== "";
  return isWholeWanted ? [promptAt(document, wholeOf(document))] : typedPrompt(kind);
}

/** The whole text of each file. Throws in a restricted workspace. */
export async function promptsFromFiles(files: readonly vscode.Uri[]): Promise<FoundPrompt[]> {
  requireTrust();
  const documents = await Promise.all(files.map((file) => vscode.workspace.openTextDocument(file)));
  return documents.filter((document) => document.getText().trim() !== "").map((document) => promptAt(document, wholeOf(document)));
}

export async function promptsFromClipboard(kind: Kind): Promise<FoundPrompt[] | undefined> {
  const text = (await vscode.env.clipboard.readText()).trim();
  return text === "" ? typedPrompt(kind) : [{ text }];
}

/** undefined: cancelled. The link, if wanted, goes where the cursor is. */
export async function typedPrompt(kind: Kind): Promise<FoundPrompt[] | undefined> {
  const { l10n } = vscode;
  const titles: Record<Kind, string> = {
    text: l10n.t("Generate Text"),
    image: l10n.t("Generate Image"),
    audio: l10n.t("Generate Audio"),
    video: l10n.t("Generate Video"),
  };
  const questions: Record<Kind, string> = {
    text: l10n.t("What should be written?"),
    image: l10n.t("What should the picture show?"),
    audio: l10n.t("What should be said?"),
    video: l10n.t("What should the video show?"),
  };
  const text = await askText(titles[kind], questions[kind]);
  if (text === undefined) return undefined;
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return [{ text }];
  return [{ ...promptAt(editor.document, new vscode.Range(editor.selection.end, editor.selection.end)), text }];
}

function wholeOf(document: vscode.TextDocument): vscode.Range {
  return new vscode.Range(document.positionAt(0), document.lineAt(document.lineCount - 1).range.end);
}

function promptAt(document: vscode.TextDocument, range: vscode.Range): FoundPrompt {
  return {
    text: document.getText(range).trim(),
    place: {
      uri: document.uri.toString(),
      languageId: document.languageId,
      offset: document.offsetAt(range.end),
      before: landmarkBefore(document.getText(), document.offsetAt(range.end)),
    },
  };
}
