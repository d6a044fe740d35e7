/** Reads a file, a selection or an address as an attachment. */

import { randomUUID } from "node:crypto";
import path from "node:path";
import * as vscode from "vscode";
import { formatOfName } from "../../../contract/fileFormats.ts";
import type { LoadedAttachment } from "../../../conversations/drafts.ts";
import { attachText } from "../../../conversations/recognizeAttachment.ts";
import { judgeFile, requireConsent } from "../../base/disclosure.ts";
import { describeCell, fileOfDocument, findCell } from "../../base/notebooks.ts";
import { describeLines } from "./describeLines.ts";
import { attachFolder } from "./folder.ts";
import { attachNotebook, readJudgedContent } from "./readContent.ts";

/** Bytes. A larger file is not read: the service accepts 10 MB in total. */
const largestFile = 40_000_000;

/**
 * For a folder: its tree and its files' contents. Asks the user about a file that is not what its name says.
 * @throws Error with a message for the user.
 */
export async function attachFile(uri: vscode.Uri): Promise<LoadedAttachment> {
  const type = await typeOf(uri);
  const name = vscode.workspace.asRelativePath(uri, false);
  if ((type & vscode.FileType.Directory) !== 0) return attachFolder(uri);
  return requireConsent(name, await readJudgedContent(uri, attachedName(uri), { isChosen: true, most: largestFile }));
}

/** A new document has no file yet. */
async function typeOf(uri: vscode.Uri): Promise<vscode.FileType> {
  const isOpen = vscode.workspace.textDocuments.some((document) => document.isDirty && document.uri.toString() === uri.toString());
  return vscode.workspace.fs.stat(uri).then(
    ({ type }) => type,
    (error: unknown) => {
      if (isOpen) return vscode.FileType.File;
      throw error;
    },
  );
}

/** The path in the workspace, or the name of a file outside it; of a cell, that of its notebook. */
export function attachedName(uri: vscode.Uri): string {
  const name = vscode.workspace.asRelativePath(fileOfDocument(uri), false);
  return path.isAbsolute(name) ? path.basename(name) : name;
}

/** Asks the user about a file or a selection that is not what the file's name says. @throws Error with a message for the user. */
export async function requireShown({ document }: vscode.TextEditor, loaded: LoadedAttachment): Promise<LoadedAttachment> {
  return requireConsent(loaded.attachment.name, await judgeFile(document.uri, loaded, loaded.content ?? "", { isChosen: true }));
}

/** The text as the editor shows it; of a cell, its whole notebook. */
export function attachActiveFile({ document }: vscode.TextEditor): LoadedAttachment {
  const name = attachedName(document.uri);
  const notebook = findCell(document.uri)?.notebook;
  return notebook === undefined ? attachText(name, document.getText()) : attachNotebook(notebook, name);
}

export function attachSelection(editor: vscode.TextEditor): LoadedAttachment {
  const { document, selection } = editor;
  const name = describeCell(document.uri, path.posix.basename(document.uri.path));
  return attachText(describeLines(name, selection.start.line, selection.end.line), document.getText(selection));
}

/**
 * Only https addresses, and http ones for tests on this machine: the service could not fetch others.
 * @throws Error with a message for the user.
 */
export function attachUrl(address: string): LoadedAttachment {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error(vscode.l10n.t("This is not an http address."));
  const name = decodeName(path.posix.basename(url.pathname)) || url.hostname;
  // Only the service fetches the file.
  const kind = formatOfName(url.pathname)?.kind ?? "document";
  const mediaType = kind === "document" ? "application/octet-stream" : `${kind}/*`;
  return { attachment: { id: randomUUID(), kind, name, mediaType, size: 0, url: url.href } };
}

/** Characters in UTF-8, percent-encoded. */
const encoded = /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}/gi;

/** `%` need not begin an escape sequence, as in `100%.png`, whose other sequences are decoded. */
function decodeName(name: string): string {
  return name.replaceAll(encoded, (sequence) => {
    try {
      return decodeURIComponent(sequence);
    } catch {
      return sequence;
    }
  });
}
