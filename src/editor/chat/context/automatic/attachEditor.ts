/** Attaches the active file, or the selection in it, as the editor shows it. */
import type * as vscode from "vscode";
import type { LoadedAttachment } from "../../../../conversations/drafts.ts";
import { attachText } from "../../../../conversations/recognizeAttachment.ts";
import { describeCell, findCell } from "../../../notebooks.ts";
import { describeLines } from "../describeLines.ts";
import { attachActiveFile, attachedName } from "../readAttachment.ts";
import { isOffered } from "./isOffered.ts";
import { holdsPrivateKey } from "./isSecretFile.ts";
import { type Lines, linesAround } from "./linesAround.ts";

/** Characters, about ten thousand tokens. Of a longer file, the lines around the visible ones are attached. */
const longestText = 40_000;

/** undefined: the file is attached only if the user asks for it, or it is empty. */
export async function attachEditor(editor: vscode.TextEditor): Promise<LoadedAttachment | undefined> {
  const { document, selection } = editor;
  if (!(await isOffered(document))) return undefined;
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
  if (passage.trim() === "" || holdsPrivateKey(passage)) return undefined;
  const isWhole = offset === undefined && last - first + 1 === lines.length;
  return attachText(isWhole ? name : describeLines(name, first + (offset ?? 0), last + (offset ?? 0)), passage);
}
