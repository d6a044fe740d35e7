/** Links artifacts in the document of their prompt, as one undo step. */
import path from "node:path";
import * as vscode from "vscode";
import type { MediaKind } from "../../contract/kind.ts";
import { announce, askAmong } from "../report.ts";
import { type InsertLinkChoice, settings } from "../settings.ts";
import { insertBlock } from "./insertBlock.ts";
import { type LinkLanguage, linkLanguageOf } from "./linkLanguages.ts";
import { describePrompt, linkTarget, writeLink } from "./linkSyntax.ts";
import { openDocument } from "./openDocument.ts";
import { relocate } from "./relocate.ts";
import type { PromptLocation } from "./taskOrigin.ts";

export interface LinkedFiles {
  kind: MediaKind;
  prompt: string;
  /** Where they are. */
  uris: readonly vscode.Uri[];
}

/** The path as the document's reader follows it: relative, with `/`; undefined where the two have no common root. */
function relativeLinkPath(documentPath: string, filePath: string): string | undefined {
  const relative = path.relative(path.dirname(documentPath), filePath);
  return path.isAbsolute(relative) ? undefined : relative.split(path.sep).join("/");
}

/** Whether a link to the files can be written at a location at all: the two must be on the same file system. */
export function canLink(files: LinkedFiles, location: PromptLocation): boolean {
  const { scheme, authority } = vscode.Uri.parse(location.uri, true);
  const areBeside = files.uris.every((uri) => uri.scheme === scheme && uri.authority === authority);
  return areBeside && linkLanguageOf(location.languageId) !== undefined;
}

/** Asks where the choice says so, and announces where the location is gone. Returns whether the links were written. */
export async function offerLink(files: LinkedFiles, location: () => PromptLocation, choice: InsertLinkChoice): Promise<boolean> {
  if (choice === "never" || files.uris.length === 0 || !canLink(files, location())) return false;
  if (choice === "ask") {
    const { l10n } = vscode;
    const [yes, always, never] = [l10n.t("Insert Link"), l10n.t("Always"), l10n.t("Never")];
    const documentName = path.posix.basename(vscode.Uri.parse(location().uri, true).path);
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
  const changed = await insertLink(files, location);
  if (changed !== undefined) {
    // Who was asked is shown what came of the answer.
    if (choice === "ask") await showChanged(changed);
    return true;
  }
  // Not awaited: the message may stay.
  void announceLocationIsGone();
  return false;
}

export function announceLocationIsGone(): Promise<void> {
  return announce(
    vscode.l10n.t(
      "The text of the prompt was removed. Place the cursor where the link should be inserted and use Insert Link on the task.",
    ),
  );
}

/** Links are written one after the other: VS Code refuses an edit of a document that has changed meanwhile. */
let lastInsertion: Promise<unknown> = Promise.resolve();

/** People type while a link is written; each try looks at the document anew. */
const attempts = 5;

/** Whether the location's document has the links already, with any description. */
export async function isLinked(files: LinkedFiles, location: PromptLocation): Promise<boolean> {
  const language = linkLanguageOf(location.languageId);
  const document = await openDocument(location);
  if (language === undefined || document === undefined) return false;
  const text = document.getText();
  const paths = files.uris.map((file) => relativeLinkPath(document.uri.fsPath, file.fsPath));
  return paths.every((relative) => relative !== undefined && text.includes(linkTarget(language, relative)));
}

/** Shows the document that was changed, where no editor shows it. */
export async function showChanged(changed: vscode.TextDocument): Promise<void> {
  const isShown = vscode.window.visibleTextEditors.some(({ document }) => document === changed);
  if (!isShown) await vscode.window.showTextDocument(changed, { preview: false });
}

/**
 * Writes the links below the location. Returns the document that has them, or undefined where it is read-only, its language
 * has no links, or the location is gone.
 */
export function insertLink(files: LinkedFiles, location: () => PromptLocation): Promise<vscode.TextDocument | undefined> {
  const insertion = lastInsertion.then(async () => {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const made = await makeLinkEdit(files, location());
      if (made === undefined) return undefined;
      if (await vscode.workspace.applyEdit(made.edit)) return made.document;
    }
    return undefined;
  });
  lastInsertion = insertion.catch(() => undefined);
  return insertion;
}

interface LinkEdit {
  edit: vscode.WorkspaceEdit;
  document: vscode.TextDocument;
}

async function makeLinkEdit(files: LinkedFiles, location: PromptLocation): Promise<LinkEdit | undefined> {
  const language = linkLanguageOf(location.languageId);
  if (language === undefined || !canLink(files, location)) return undefined;
  const document = await openDocument(location);
  if (document === undefined) return undefined;
  const blocks = writeLinks(files, document.uri, language);
  if (blocks.length === 0) return undefined;
  const lineEnding = document.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n";
  const whole = document.getText();
  const now = location.before === undefined ? location.offset : (relocate(whole, location.offset, location.before) ?? cursorIn(document));
  if (now === undefined) return undefined;
  const { offset, text } = insertBlock(whole, now, blocks.join("\n\n"), { lineEnding, isIndented: language === "html" });
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, document.positionAt(offset), text);
  return { edit, document };
}

/** Of each file, as the document has links in its language. */
function writeLinks({ uris, kind, prompt }: LinkedFiles, document: vscode.Uri, language: LinkLanguage): string[] {
  const description = describePrompt(prompt);
  return uris.flatMap((file) => {
    const relative = relativeLinkPath(document.fsPath, file.fsPath);
    return relative === undefined ? [] : [writeLink(language, { kind, path: relative, description })];
  });
}

/** The links as they are dropped somewhere in a document; undefined: none can be written there. */
export function writeDroppedLinks(files: LinkedFiles, { uri, languageId }: vscode.TextDocument): string | undefined {
  const language = linkLanguageOf(languageId);
  if (language === undefined || !canLink(files, { uri: uri.toString(), languageId, offset: 0 })) return undefined;
  return writeLinks(files, uri, language).join("\n\n") || undefined;
}

/** Where the user last was in a document that is shown. */
function cursorIn(document: vscode.TextDocument): number | undefined {
  const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
  return editor === undefined ? undefined : document.offsetAt(editor.selection.end);
}
