/** Links artifacts in the document that has their prompt, as a single undo step. */
import path from "node:path";
import * as vscode from "vscode";
import { fileOfDocument } from "../base/notebooks.ts";
import { announce } from "../base/report.ts";
import type { InsertLinkChoice } from "../base/settings.ts";
import { showDocument } from "../base/showDocument.ts";
import { imagesFolder } from "./blockEnd/asciidoc.ts";
import { insertBlock } from "./insertBlock.ts";
import type { LinkedFiles, OfferState } from "./keptOffers.ts";
import { dropLanguageOf, type LinkLanguage, linkLanguageOf } from "./linkLanguages.ts";
import { endOffers, hasLenses, offerAtLocation } from "./linkOffers.ts";
import { describePrompt, writeLink } from "./linkSyntax.ts";
import { linksTo } from "./linksTo.ts";
import { findConverted, makeShowable } from "./makeShowable.ts";
import { openDocument } from "./openDocument.ts";
import { openedPath } from "./openedPath.ts";
import { relocate } from "./relocate.ts";
import type { PromptLocation } from "./taskOrigin.ts";

/** Whether the files can be linked at a location: both must be on the same file system, and the language must have links. */
export function canLink(files: LinkedFiles, location: PromptLocation): boolean {
  return areBeside(files, vscode.Uri.parse(location.uri, true)) && linkLanguageOf(location.languageId) !== undefined;
}

function areBeside({ uris }: LinkedFiles, document: vscode.Uri): boolean {
  const { scheme, authority } = fileOfDocument(document);
  return uris.every((uri) => uri.scheme === scheme && uri.authority === authority);
}

/** An offer to link files. */
export interface LinkOffer {
  /** Resolves with whether the links were written, when the offer is answered. */
  readonly done: Promise<boolean>;
  /** Answers the offer, if no lens shows it. */
  readonly accept: (() => void) | undefined;
}

/** The choice "ask" offers the link at the location. Shows a notification if the location is gone. */
export function offerLink(files: LinkedFiles, location: () => PromptLocation, choice: InsertLinkChoice, state: OfferState): LinkOffer {
  if (choice === "never" || files.uris.length === 0 || !canLink(files, location()))
    return { done: Promise.resolve(false), accept: undefined };
  if (choice === "always") return { done: linkOrSay(files, location, false), accept: undefined };
  const { answered, answer } = offerAtLocation(files, location, state);
  const done = answered.then((isWanted) => isWanted && linkOrSay(files, location, true));
  return { done, accept: hasLenses(location()) ? undefined : () => answer(true) };
}

async function linkOrSay(files: LinkedFiles, location: () => PromptLocation, isShown: boolean): Promise<boolean> {
  const end = await insertLink(files, location, isShown);
  // Not awaited, because the message may stay open.
  if (end.type === "noPlace") void announceLocationIsGone();
  if (end.type === "inserted" && isShown) await showChanged(end.document);
  return end.type === "inserted";
}

function announceLocationIsGone(): Promise<void> {
  return announce(
    vscode.l10n.t(
      "The text of the prompt was removed. Place the cursor where the link should be inserted and use Insert Link on the task.",
    ),
  );
}

/** Links are written one at a time, because VS Code rejects an edit if its document has changed in between. */
let lastInsertion: Promise<unknown> = Promise.resolve();

/** The user may type while a link is written; each attempt reads the document again. */
const attempts = 5;

/** Whether the location's document already links the files, or what they were converted to for it, with any description. */
export async function isLinked(files: LinkedFiles, location: PromptLocation): Promise<boolean> {
  const language = linkLanguageOf(location.languageId);
  const document = await openDocument(location);
  if (language === undefined || document === undefined) return false;
  const text = document.getText();
  const folder = path.posix.dirname(await openedPath(fileOfDocument(document.uri)));
  for (const uri of files.uris) {
    const isThere = async (one: vscode.Uri | undefined) => one !== undefined && linksTo(text, language, folder, await openedPath(one));
    if (!(await isThere(uri)) && !(await isThere(await findConverted(files.kind, uri, language)))) return false;
  }
  return true;
}

/** Shows the changed document if no editor shows it. */
async function showChanged(changed: vscode.TextDocument): Promise<void> {
  const isShown = vscode.window.visibleTextEditors.some(({ document }) => document === changed);
  if (!isShown) await showDocument(changed.uri);
}

export type LinkEnd =
  | { type: "inserted"; document: vscode.TextDocument }
  | { type: "cancelled" }
  /** The document is read-only, its language has no links, or the location is gone. */
  | { type: "noPlace" };

/**
 * Writes the links below the location. Asks before it links images that the document's compiler does not show.
 * @param isAsked Otherwise it does not ask, but converts what can be converted.
 */
export async function insertLink(files: LinkedFiles, location: () => PromptLocation, isAsked = true): Promise<LinkEnd> {
  const shown = canLink(files, location()) ? await makeShowable(files, location().languageId, isAsked) : files;
  if (shown === undefined) return { type: "cancelled" };
  const insertion = lastInsertion.then(async (): Promise<LinkEnd> => {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const made = await makeLinkEdit(shown, location());
      if (made === undefined) break;
      const keepSelections = rememberSelections(made);
      if (!(await vscode.workspace.applyEdit(made.edit))) continue;
      keepSelections();
      endOffers(files.uris, made.document);
      return { type: "inserted", document: made.document };
    }
    return { type: "noPlace" };
  });
  lastInsertion = insertion.catch(() => undefined);
  return insertion;
}

interface LinkEdit {
  edit: vscode.WorkspaceEdit;
  document: vscode.TextDocument;
  /** Where the text is inserted. */
  position: vscode.Position;
  text: string;
}

/** VS Code extends a selection, or moves a cursor, at whose end text is inserted. The returned function restores them. */
function rememberSelections({ document, position, text }: LinkEdit): () => void {
  const editors = vscode.window.visibleTextEditors.filter((editor) => editor.document === document);
  const lines = text.split(/\r?\n/).length - 1;
  const shift = (one: vscode.Position) => (one.line > position.line ? one.translate(lines) : one);
  const touched = editors.flatMap((editor) => {
    const isTouched = editor.selections.some(({ start, end }) => start.isEqual(position) || end.isEqual(position));
    return isTouched ? [{ editor, selections: editor.selections }] : [];
  });
  return () => {
    for (const { editor, selections } of touched)
      editor.selections = selections.map(({ anchor, active }) => new vscode.Selection(shift(anchor), shift(active)));
  };
}

async function makeLinkEdit(files: LinkedFiles, location: PromptLocation): Promise<LinkEdit | undefined> {
  const language = linkLanguageOf(location.languageId);
  if (language === undefined || !canLink(files, location)) return undefined;
  const document = await openDocument(location);
  if (document === undefined) return undefined;
  const lineEnding = document.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n";
  const whole = document.getText();
  const now = offsetIn(document, location);
  if (now === undefined) return undefined;
  const blocks = await writeLinks(files, document, language, document.positionAt(now).line);
  if (blocks.length === 0) return undefined;
  const { offset, text } = insertBlock(whole, now, { language, block: blocks.join("\n\n"), lineEnding });
  const edit = new vscode.WorkspaceEdit();
  const position = document.positionAt(offset);
  edit.insert(document.uri, position, text);
  return { edit, document, position, text };
}

/** undefined: the text of the location is gone, and no editor shows the document. */
function offsetIn(document: vscode.TextDocument, { offset, before }: PromptLocation): number | undefined {
  return before === undefined ? offset : (relocate(document.getText(), offset, before) ?? cursorIn(document));
}

/** Where a location from an earlier run of the editor is now; undefined: its document or its text is gone. */
export async function findLocation(location: PromptLocation): Promise<PromptLocation | undefined> {
  const document = await openDocument(location);
  const offset = document && offsetIn(document, location);
  return document === undefined || offset === undefined
    ? undefined
    : { uri: document.uri.toString(), languageId: location.languageId, offset };
}

/** One link per file, in the document's language. */
async function writeLinks(
  { uris, kind, prompt }: LinkedFiles,
  document: vscode.TextDocument,
  language: LinkLanguage,
  line: number,
): Promise<string[]> {
  const description = describePrompt(prompt);
  const folder = path.posix.dirname(await openedPath(fileOfDocument(document.uri)));
  const images = language === "asciidoc" ? imagesFolder(document.getText().split(/\r?\n/), line) : undefined;
  const base = path.posix.resolve(folder, images ?? "");
  const files = await Promise.all(uris.map(openedPath));
  // On Windows, files of two drives have no common root.
  return files
    .filter((file) => drive(file) === drive(base))
    .map((file) => writeLink(language, { kind, path: path.posix.relative(base, file), description }));
}

function drive(file: string): string | undefined {
  return /^\/[a-z]:/i.exec(file)?.[0].toLowerCase();
}

/** The links to insert when the files are dropped into a document; undefined: they cannot be linked there, or the user cancelled. */
export async function writeDroppedLinks(
  files: LinkedFiles,
  document: vscode.TextDocument,
  { line }: vscode.Position,
): Promise<string | undefined> {
  const language = dropLanguageOf(document.languageId);
  if (language === undefined || !areBeside(files, document.uri)) return undefined;
  const shown = await makeShowable(files, document.languageId, true);
  return (shown && (await writeLinks(shown, document, language, line)).join("\n\n")) || undefined;
}

/** The last cursor position in a document that is visible. */
function cursorIn(document: vscode.TextDocument): number | undefined {
  const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
  return editor === undefined ? undefined : document.offsetAt(editor.selection.end);
}
