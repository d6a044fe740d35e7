/** Saved artifacts and the place of their prompt in; their links in the document, as one undo step, out. */
import path from "node:path";
import * as vscode from "vscode";
import type { MediaKind } from "../../contract/kind.ts";
import { announce, askAmong } from "../report.ts";
import { type InsertLinkChoice, settings } from "../settings.ts";
import { describePrompt, linkLanguageOf, writeLink } from "./linkSyntax.ts";
import { openDocument } from "./openDocument.ts";
import { placeBlock } from "./placeBlock.ts";
import { relocate } from "./relocate.ts";
import type { PromptPlace } from "./wish.ts";

export interface LinkedFiles {
  kind: MediaKind;
  prompt: string;
  /** Where they are. */
  uris: readonly vscode.Uri[];
}

/** The path as the document's reader follows it: relative, with `/`; undefined where the two have no common root. */
export function relativeLinkPath(documentPath: string, filePath: string): string | undefined {
  const relative = path.relative(path.dirname(documentPath), filePath);
  return path.isAbsolute(relative) ? undefined : relative.split(path.sep).join("/");
}

/** Whether a link to the files can be written at a place at all: the two must be on the same file system. */
export function canLink(files: LinkedFiles, place: PromptPlace): boolean {
  const { scheme, authority } = vscode.Uri.parse(place.uri, true);
  const areBeside = files.uris.every((uri) => uri.scheme === scheme && uri.authority === authority);
  return areBeside && linkLanguageOf(place.languageId) !== undefined;
}

/** Asks where the choice says so, and tells where the place is gone. Returns whether the links were written. */
export async function offerLink(files: LinkedFiles, place: () => PromptPlace, choice: InsertLinkChoice): Promise<boolean> {
  if (choice === "never" || files.uris.length === 0 || !canLink(files, place())) return false;
  if (choice === "ask") {
    const { l10n } = vscode;
    const [yes, always, never] = [l10n.t("Insert Link"), l10n.t("Always"), l10n.t("Never")];
    const documentName = path.posix.basename(vscode.Uri.parse(place().uri, true).path);
    const answer = await askAmong(
      l10n.t("{0} is saved. Link it in {1}?", path.posix.basename(files.uris[0]?.path ?? ""), documentName),
      yes,
      always,
      never,
    );
    if (answer === always) await settings.setInsertLink("always");
    if (answer === never) await settings.setInsertLink("never");
    if (answer !== yes && answer !== always) return false;
  }
  if (await insertLink(files, place)) return true;
  // Not awaited: the message may stay.
  void tellPlaceIsGone();
  return false;
}

export function tellPlaceIsGone(): Promise<void> {
  return announce(
    vscode.l10n.t("The text that this was made from is gone. Put the cursor where the link belongs, and use Insert Link on the task."),
  );
}

/** Links are written one after the other: VS Code refuses an edit of a document that has changed meanwhile. */
let lastInsertion: Promise<unknown> = Promise.resolve();

/** People type while a link is written; each try looks at the document anew. */
const attempts = 5;

/** Writes the links below the place. Returns false where the document is read-only, its language has no links, or the place is gone. */
export function insertLink(files: LinkedFiles, place: () => PromptPlace): Promise<boolean> {
  const insertion = lastInsertion.then(async () => {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const edit = await makeLinkEdit(files, place());
      if (edit === undefined) return false;
      if (await vscode.workspace.applyEdit(edit)) return true;
    }
    return false;
  });
  lastInsertion = insertion.catch(() => undefined);
  return insertion;
}

async function makeLinkEdit(files: LinkedFiles, place: PromptPlace): Promise<vscode.WorkspaceEdit | undefined> {
  const language = linkLanguageOf(place.languageId);
  if (language === undefined || !canLink(files, place)) return undefined;
  const document = await openDocument(place);
  if (document === undefined) return undefined;
  const description = describePrompt(files.prompt);
  const blocks = files.uris.flatMap((file) => {
    const relative = relativeLinkPath(document.uri.fsPath, file.fsPath);
    return relative === undefined ? [] : [writeLink(language, { kind: files.kind, path: relative, description })];
  });
  if (blocks.length === 0) return undefined;
  const lineEnding = document.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n";
  const whole = document.getText();
  const now = place.before === undefined ? place.offset : (relocate(whole, place.offset, place.before) ?? cursorIn(document));
  if (now === undefined) return undefined;
  const { offset, text } = placeBlock(whole, now, blocks.join("\n\n"), lineEnding);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, document.positionAt(offset), text);
  return edit;
}

/** Where the user last was in a document that is shown. */
function cursorIn(document: vscode.TextDocument): number | undefined {
  const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
  return editor === undefined ? undefined : document.offsetAt(editor.selection.end);
}
