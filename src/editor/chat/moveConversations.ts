/** A conversation in; the same in a file that the user names, and back, out. */
import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { fromJson, toJson, toMarkdown } from "../../chat/exportConversation.ts";
import { announce } from "../report.ts";
import type { ChatRoom } from "./chatRoom.ts";
import type { Session } from "./session.ts";

const formats = {
  markdown: { ending: "md", name: "Markdown", write: toMarkdown },
  json: { ending: "json", name: "JSON", write: toJson },
} as const;

function fileName(title: string): string {
  return (
    title
      .normalize("NFKD")
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 60)
      .toLowerCase() || "conversation"
  );
}

export async function exportConversation(room: ChatRoom, id: string, format: keyof typeof formats): Promise<void> {
  const conversation = room.session(id)?.conversation;
  if (conversation === undefined) return;
  const { ending, name, write } = formats[format];
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(process.cwd());
  const target = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(folder, `${fileName(conversation.title)}.${ending}`),
    filters: { [name]: [ending] },
  });
  if (target !== undefined) await vscode.workspace.fs.writeFile(target, Buffer.from(write(conversation)));
}

export async function importConversation(room: ChatRoom): Promise<Session | undefined> {
  const [source] =
    (await vscode.window.showOpenDialog({ filters: { JSON: ["json"] }, title: vscode.l10n.t("Import a Conversation") })) ?? [];
  if (source === undefined) return undefined;
  const conversation = fromJson(Buffer.from(await vscode.workspace.fs.readFile(source)).toString("utf8"), randomUUID);
  if (conversation === undefined) {
    await announce(vscode.l10n.t("This file is not an exported conversation."));
    return undefined;
  }
  room.addConversation(conversation);
  return room.session(conversation.id);
}
