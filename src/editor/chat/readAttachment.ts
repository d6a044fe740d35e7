/** A file, a selection, bytes or an address in; an attachment and its content out. */
import { randomUUID } from "node:crypto";
import path from "node:path";
import * as vscode from "vscode";
import type { LoadedAttachment } from "./keptDrafts.ts";
import { attachBytes } from "./recognizeAttachment.ts";

/** A file larger than this is not even read: the service takes 10 MB in all. */
const largestFile = 40_000_000;

/** @throws Error with a sentence for a person. */
export async function attachFile(uri: vscode.Uri): Promise<LoadedAttachment> {
  const { size, type } = await vscode.workspace.fs.stat(uri);
  const name = vscode.workspace.asRelativePath(uri, false);
  if (type === vscode.FileType.Directory) throw new Error(vscode.l10n.t("{0} is a folder: attach its files.", name));
  if (size > largestFile) throw new Error(vscode.l10n.t("{0} is too large: the service takes 10 MB in all.", name));
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
  const place = first === last ? vscode.l10n.t("{0}, line {1}", name, first) : vscode.l10n.t("{0}, lines {1}", name, `${first}–${last}`);
  return attachBytes(place, Buffer.from(document.getText(selection)));
}

/** Only https addresses, and http for tests on this machine: anything else the service could not fetch. @throws Error with a sentence for a person. */
export function attachUrl(address: string): LoadedAttachment {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error(vscode.l10n.t("This is not an http address."));
  const name = decodeURIComponent(path.posix.basename(url.pathname)) || url.hostname;
  const isImage = /\.(?:png|jpe?g|gif|webp)$/i.test(url.pathname);
  return {
    attachment: {
      id: randomUUID(),
      kind: isImage ? "image" : "document",
      name,
      mediaType: isImage ? "image/*" : "application/octet-stream",
      size: 0,
      url: url.href,
    },
  };
}
