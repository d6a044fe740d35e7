/** Reads a file, a selection or an address as an attachment. */

import { randomUUID } from "node:crypto";
import path from "node:path";
import * as vscode from "vscode";
import { formatOfName } from "../../contract/fileFormats.ts";
import type { LoadedAttachment } from "../../conversations/drafts.ts";
import { attachBytes } from "../../conversations/recognizeAttachment.ts";
import { attachFolder } from "./context/folder.ts";

/** Bytes. A larger file is not read: the service accepts 10 MB in total. */
const largestFile = 40_000_000;

/** For a folder: its tree and its files' contents. @throws Error with a message for the user. */
export async function attachFile(uri: vscode.Uri): Promise<LoadedAttachment> {
  const { size, type } = await vscode.workspace.fs.stat(uri);
  const name = vscode.workspace.asRelativePath(uri, false);
  if ((type & vscode.FileType.Directory) !== 0) return attachFolder(uri);
  if (size > largestFile) throw new Error(vscode.l10n.t("{0} is too large: the service accepts 10 MB in total.", name));
  return attachBytes(path.isAbsolute(name) ? path.basename(name) : name, await vscode.workspace.fs.readFile(uri));
}

export function attachActiveFile(editor: vscode.TextEditor): LoadedAttachment {
  const name = vscode.workspace.asRelativePath(editor.document.uri, false);
  return attachBytes(path.isAbsolute(name) ? path.basename(name) : name, Buffer.from(editor.document.getText()));
}

export function attachSelection(editor: vscode.TextEditor): LoadedAttachment {
  const { document, selection } = editor;
  const name = path.posix.basename(document.uri.path);
  const [first, last] = [selection.start.line + 1, selection.end.line + 1];
  const location = first === last ? vscode.l10n.t("{0}, line {1}", name, first) : vscode.l10n.t("{0}, lines {1}", name, `${first}–${last}`);
  return attachBytes(location, Buffer.from(document.getText(selection)));
}

/**
 * Only https addresses, and http ones for tests on this machine: the service could not fetch others.
 * @throws Error with a message for the user.
 */
export function attachUrl(address: string): LoadedAttachment {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error(vscode.l10n.t("This is not an http address."));
  const name = decodeURIComponent(path.posix.basename(url.pathname)) || url.hostname;
  // Only the service fetches the file.
  const kind = formatOfName(url.pathname)?.kind ?? "document";
  const mediaType = kind === "document" ? "application/octet-stream" : `${kind}/*`;
  return { attachment: { id: randomUUID(), kind, name, mediaType, size: 0, url: url.href } };
}
