/** Applies a code block of an answer: finds the files that it belongs to, and proposes the edits. */
import * as vscode from "vscode";
import { uriExists } from "../../base/existence.ts";
import { pickRow } from "../../base/pickRow.ts";
import { announce, mention } from "../../base/report.ts";
import { fitCode } from "../../edits/code/fitCode.ts";
import { type MergedBlock, mergeBlock, mergePatch, readBlock } from "../../edits/code/mergeBlock.ts";
import type { FilePatch } from "../../edits/code/patch.ts";
import { type LineRange, replaceRange, splitLines } from "../../edits/hunks.ts";
import type { Proposal } from "../../edits/proposal.ts";
import type { Proposals } from "../../edits/proposals.ts";
import { describeDocument } from "../attachments/chooseCell.ts";
import { chooseFile } from "../attachments/chooseFile.ts";
import { type AnswerCode, type NamedFile, namedFiles, withoutPathComment } from "../attachments/namedFiles.ts";

const { t } = vscode.l10n;

/** What is applied to one file. */
interface Part {
  files: readonly NamedFile[];
  merge(text: string, languageId: string): MergedBlock;
  /** The code to insert where the user chooses; undefined: a patch. */
  code: ((text: string) => string) | undefined;
}

/** Resolves once the edits are proposed, or dismissed. If a file already has a proposal, waits until the user has decided on that. */
export async function applyCode(proposals: Proposals, editor: vscode.TextEditor | undefined, block: AnswerCode): Promise<void> {
  const content = readBlock(block.code, block.info);
  if (content.type === "code") {
    const code = (text: string) => withoutPathComment(content.code, text);
    const merge = (text: string, languageId: string) => mergeBlock(splitLines(text), code(text), languageId);
    await applyPart(proposals, editor, { files: namedFiles(block), merge, code });
    return;
  }
  if (content.files.length === 0) void announce(t("The patch has no change that can be applied. Nothing is proposed."));
  for (const file of content.files) {
    if (file.isDeleted) void announce(t("The answer deletes {0}. Delete the file yourself if you agree.", file.path ?? ""));
    else if (file.hunks.length > 0) {
      const merge = (text: string) => mergePatch(splitLines(text), file);
      const uri = await applyPart(proposals, editor, { files: filesOf(file, block), merge, code: undefined });
      if (file.oldPath !== undefined && uri?.path.endsWith(`/${file.oldPath}`)) announceRename(file);
    } else announceRename(file);
  }
}

/** A file that the patch renames may still have its old name. Only the new name is created. */
function filesOf({ path, oldPath }: FilePatch, block: AnswerCode): readonly NamedFile[] {
  if (path === undefined) return namedFiles({ ...block, code: "" });
  const present = oldPath === undefined ? [] : [path, oldPath].map((one) => ({ path: one, isCertain: false }));
  return [...present, { path, isCertain: true }];
}

function announceRename({ path, oldPath }: FilePatch): void {
  void announce(t("The answer renames {0} to {1}. Rename the file yourself if you agree.", oldPath ?? "", path ?? ""));
}

/** The file that the edit is proposed for; undefined: dismissed. */
async function applyPart(proposals: Proposals, editor: vscode.TextEditor | undefined, part: Part): Promise<vscode.Uri | undefined> {
  const fits = (document: vscode.TextDocument) => {
    const merged = part.merge(document.getText(), document.languageId);
    return merged.type === "merged" && merged.isAdded !== true;
  };
  const uri = await chooseFile(editor, part.files, fits);
  if (uri === undefined) return undefined;
  const before = proposals.find(uri);
  if (before !== undefined) {
    await before.show();
    mention(t("The next edit of this file is shown after these changes are accepted or rejected."));
  }
  const proposal = await proposals.whenFree(uri, () => begin(proposals, uri, part, editor?.viewColumn));
  await proposal?.show();
  return uri;
}

async function begin(
  proposals: Proposals,
  uri: vscode.Uri,
  part: Part,
  viewColumn: vscode.ViewColumn | undefined,
): Promise<Proposal | undefined> {
  const document = (await exists(uri)) ? await vscode.workspace.openTextDocument(uri) : undefined;
  const lines = await chooseLines(uri, document, part);
  if (lines === undefined) return undefined;
  const editor = document && editorOf(document);
  const proposal = proposals.begin(uri, document, {
    title: t("{0}: Proposed Changes", describeDocument(uri)),
    viewColumn: editor?.viewColumn ?? viewColumn,
  });
  await proposal.fill(async (propose) => propose(lines));
  if (proposal.isEnded) mention(t("The file already has this code."));
  return proposal;
}

/** Asks whether to remove the members that the code, which is in the document already, does not show; undefined: dismissed. */
async function chooseShortened(
  uri: vscode.Uri,
  { lines, shortened }: { lines: string[]; shortened: string[] },
): Promise<string[] | undefined> {
  const rest = lines.length - shortened.length;
  const answers = [
    { label: t("Propose to Remove Them"), lines: shortened },
    { label: t("Keep Them"), lines },
  ];
  const placeHolder = t("{0} has this code already, and {1} more lines between its lines.", describeDocument(uri), rest);
  return (await pickRow(answers, { placeHolder }))?.lines;
}

/** The document's lines with the code; undefined: dismissed, or it does not fit, which is announced. */
async function chooseLines(uri: vscode.Uri, document: vscode.TextDocument | undefined, part: Part): Promise<string[] | undefined> {
  const text = document?.getText() ?? "";
  const lines = splitLines(text);
  const code = part.code?.(text);
  if (document === undefined || text.trim() === "") {
    if (code !== undefined) return splitLines(code);
  }
  const merged = part.merge(text, document?.languageId ?? "");
  switch (merged.type) {
    case "merged":
      return merged.shortened === undefined ? merged.lines : chooseShortened(uri, { lines: merged.lines, shortened: merged.shortened });
    case "unclear":
      void announce(
        t(
          "The code leaves out parts of {0}, and it is not clear which. Nothing is proposed. Ask for the whole function or file.",
          describeDocument(uri),
        ),
      );
      return undefined;
    case "rejected":
      void announce(
        t(
          "The patch does not fit {0}: {1} of its {2} changes were not found, or fit several places. Nothing is proposed.",
          describeDocument(uri),
          merged.hunks.length,
          merged.count,
        ),
      );
      return undefined;
    case "unplaced": {
      if (document === undefined || code === undefined) return undefined;
      const range = await chooseRange(document, lines);
      if (range === undefined) return undefined;
      return isWhole(range, lines)
        ? splitLines(code)
        : replaceRange(lines, range, fitCode({ lines, languageId: document.languageId }, range, code));
    }
  }
}

function isWhole({ start, end }: LineRange, lines: readonly string[]): boolean {
  const last = endOf(lines);
  return start.line === 0 && start.character === 0 && end.line === last.line && end.character === last.character;
}

/** A document that was never saved, or whose file was deleted, also counts as existing. */
async function exists(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString()) || uriExists(uri);
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

/** The range to replace: the selection, or else the user's choice. undefined: dismissed. */
async function chooseRange(document: vscode.TextDocument, lines: readonly string[]): Promise<LineRange | undefined> {
  const editor = editorOf(document);
  if (editor !== undefined && !editor.selection.isEmpty) return editor.selection;
  const end = endOf(lines);
  const cursor = editor?.selection.active;
  const answers: (vscode.QuickPickItem & { range: LineRange })[] = [
    ...(cursor === undefined ? [] : [{ label: t("Insert at the Cursor"), range: { start: cursor, end: cursor } }]),
    { label: t("Add at the End"), range: { start: end, end } },
    { label: t("Replace the Whole File"), range: wholeOf(lines) },
  ];
  const placeHolder = t("Where does the code go in {0}?", describeDocument(document.uri));
  return (await pickRow(answers, { placeHolder }))?.range;
}
