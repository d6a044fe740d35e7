/** A picture of an answer in; the same as a file of the workspace, linked at the cursor, or fetched because the user asked, out. */
import * as vscode from "vscode";
import type { Conversation } from "../../chat/conversation.ts";
import type { ToPanel } from "../../chat/toPanel.ts";
import { insertLink } from "../generate/insertLink.ts";
import { announce } from "../report.ts";
import { settings } from "../settings.ts";
import type { ChatRoom } from "./chatRoom.ts";
import { namePicture } from "./namePicture.ts";

/** A remote picture larger than this is not shown. */
const largestPicture = 10_000_000;
const longestFetch = 20_000;

export async function savePicture(room: ChatRoom, conversation: Conversation, file: string): Promise<void> {
  const source = room.pictures.pathOf(file);
  if (source === undefined) return;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, namePicture(conversation, file).fileName) } : {}),
    title: vscode.l10n.t("Save the Generated Picture"),
  });
  if (target !== undefined) await vscode.workspace.fs.copy(vscode.Uri.file(source), target, { overwrite: true });
}

/** Copies the picture into the workspace's folder for artifacts and writes its link below the cursor. */
export async function insertPicture(room: ChatRoom, conversation: Conversation, file: string): Promise<void> {
  const { t } = vscode.l10n;
  const source = room.pictures.pathOf(file);
  const editor = room.targetEditor.now();
  const folder = editor && vscode.workspace.getWorkspaceFolder(editor.document.uri);
  if (source === undefined) return;
  if (editor === undefined || folder === undefined) {
    await announce(t("Open a file of the workspace first: the link is inserted at its cursor."));
    return;
  }
  const { document, selection } = editor;
  const { prompt, fileName } = namePicture(conversation, file);
  const target = vscode.Uri.joinPath(folder.uri, settings.outputFolder(folder.uri), fileName);
  await vscode.workspace.fs.copy(vscode.Uri.file(source), target, { overwrite: true });
  const place = { uri: document.uri.toString(), languageId: document.languageId, offset: document.offsetAt(selection.end) };
  if (await insertLink({ kind: "image", prompt, uris: [target] }, () => place)) return;
  await announce(t("{0} is saved. It cannot be linked in this file.", vscode.workspace.asRelativePath(target)));
}

/** Fetched by the host without cookies or referrer, kept as a file: the panel itself never reaches out. */
export async function loadRemotePicture(room: ChatRoom, webview: vscode.Webview, url: string): Promise<ToPanel> {
  const address = URL.parse(url);
  if (address?.protocol !== "https:" && address?.protocol !== "http:") return { type: "remoteImage", url };
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(longestFetch), referrerPolicy: "no-referrer", credentials: "omit" });
    const bytes = await readAtMost(answer, largestPicture);
    const file = answer.ok && bytes ? await room.pictures.keepBytes(bytes) : undefined;
    const kept = file === undefined ? undefined : room.pictures.pathOf(file);
    if (kept !== undefined) return { type: "remoteImage", url, source: webview.asWebviewUri(vscode.Uri.file(kept)).toString() };
  } catch {
    // A picture that does not come stays the link that it was.
  }
  return { type: "remoteImage", url };
}

async function readAtMost(answer: Response, most: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
