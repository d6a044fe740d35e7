/** Applies a code block of an answer: finds the file that it belongs to, and proposes the edit. */
import * as vscode from "vscode";
import { findPassage } from "../edits/findPassage.ts";
import { type LineRange, replaceRange, splitLines } from "../edits/hunks.ts";
import type { Proposal } from "../edits/proposal.ts";
import type { Proposals } from "../edits/proposals.ts";
import { mention } from "../report.ts";
import { chooseFile } from "./chooseFile.ts";
import { type AnswerCode, withoutPathComment } from "./namedFiles.ts";

/** Resolves once the edit is proposed, or dismissed. If the file already has a proposal, waits until the user has decided on that. */
export async function applyCode(proposals: Proposals, editor: vscode.TextEditor | undefined, block: AnswerCode): Promise<void> {
  const uri = await chooseFile(editor, block);
  if (uri === undefined) return;
  const before = proposals.find(uri);
  if (before !== undefined) {
    await before.show();
    mention(vscode.l10n.t("The next edit of this file is shown after these changes are accepted or rejected."));
  }
  const proposal = await proposals.whenFree(uri, () => begin(proposals, uri, block.code, editor?.viewColumn));
  await proposal?.show();
}

async function begin(
  proposals: Proposals,
  uri: vscode.Uri,
  code: string,
  viewColumn: vscode.ViewColumn | undefined,
): Promise<Proposal | undefined> {
  const document = (await exists(uri)) ? await vscode.workspace.openTextDocument(uri) : undefined;
  const text = document?.getText() ?? "";
  const applied = withoutPathComment(code, text);
  const lines = splitLines(text);
  const range = document === undefined ? wholeOf(lines) : await chooseRange(document, lines, applied);
  if (range === undefined) return undefined;
  const editor = document && editorOf(document);
  const proposal = proposals.begin(uri, document, {
    title: vscode.l10n.t("{0}: Proposed Changes", vscode.workspace.asRelativePath(uri)),
    viewColumn: editor?.viewColumn ?? viewColumn,
  });
  // The last line of a fenced block ends with a line break, which would be one too many in the middle of a text.
  const isToEnd = range.end.line === lines.length - 1 && range.end.character === lines.at(-1)?.length;
  const inserted = isToEnd ? applied : applied.replace(/\n$/, "");
  await proposal.fill(async (propose) => propose(replaceRange(lines, range, inserted)));
  if (proposal.isEnded) mention(vscode.l10n.t("The file already has this code."));
  return proposal;
}

/** A document that was never saved, or whose file was deleted, also counts as existing. */
async function exists(uri: vscode.Uri): Promise<boolean> {
  if (vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString())) return true;
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

function editorOf(document: vscode.TextDocument): vscode.TextEditor | undefined {
  return vscode.window.visibleTextEditors.find((editor) => editor.document === document);
}

function wholeOf(lines: readonly string[]): LineRange {
  return { start: { line: 0, character: 0 }, end: endOf(lines) };
}

function endOf(lines: readonly string[]): LineRange["end"] {
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}

/** The range to replace: the passage that `code` is a new version of, else the selection, else the user's choice. undefined: dismissed. */
async function chooseRange(document: vscode.TextDocument, lines: readonly string[], code: string): Promise<LineRange | undefined> {
  const passage = findPassage(document.getText(), code);
  if (passage !== undefined)
    return { start: { line: passage.first, character: 0 }, end: { line: passage.last, character: lines[passage.last]?.length ?? 0 } };
  const editor = editorOf(document);
  if (editor !== undefined && !editor.selection.isEmpty) return editor.selection;
  if (document.getText().trim() === "") return wholeOf(lines);
  const { t } = vscode.l10n;
  const end = endOf(lines);
  const cursor = editor?.selection.active;
  const answers: (vscode.QuickPickItem & { range: LineRange })[] = [
    ...(cursor === undefined ? [] : [{ label: t("Insert at the Cursor"), range: { start: cursor, end: cursor } }]),
    { label: t("Add at the End"), range: { start: end, end } },
    { label: t("Replace the Whole File"), range: wholeOf(lines) },
  ];
  const placeHolder = t("Where does the code go in {0}?", vscode.workspace.asRelativePath(document.uri));
  return (await vscode.window.showQuickPick(answers, { placeHolder }))?.range;
}
