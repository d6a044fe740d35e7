/** A file, a selection, bytes or an address in; an attachment and its content out. */
import { randomUUID } from "node:crypto";
import path from "node:path";
import * as vscode from "vscode";
import type { LoadedAttachment } from "./keptDrafts.ts";
import { pictureEnding } from "./pictures.ts";

/** A file larger than this is not even read: the service takes 10 MB in all. */
const largestFile = 40_000_000;

const imageTypes: Record<string, string> = { png: "image/png", jpg: "image/jpeg", gif: "image/gif", webp: "image/webp" };
const documentTypes: Record<string, string> = {
  ".pdf": "application/pdf",
  ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
};

function isText(bytes: Uint8Array): boolean {
  if (bytes.subarray(0, 8192).includes(0)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

export function attachBytes(name: string, bytes: Uint8Array): LoadedAttachment {
  const ending = pictureEnding(bytes);
  const base = { id: randomUUID(), name, size: bytes.byteLength };
  if (ending !== undefined) return { attachment: { ...base, kind: "image", mediaType: imageTypes[ending] ?? "image/png" }, content: bytes };
  const documentType = documentTypes[path.extname(name).toLowerCase()];
  if (documentType === undefined && isText(bytes))
    return { attachment: { ...base, kind: "text", mediaType: "text/plain" }, content: bytes };
  return { attachment: { ...base, kind: "document", mediaType: documentType ?? "application/octet-stream" }, content: bytes };
}

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
  const lines = `${selection.start.line + 1}–${selection.end.line + 1}`;
  return attachBytes(vscode.l10n.t("{0}, lines {1}", name, lines), Buffer.from(document.getText(selection)));
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
