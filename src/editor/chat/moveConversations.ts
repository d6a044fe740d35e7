/** A conversation in; the same, with all that belongs to it, in a file that the user names, and back, out. */
import { randomUUID } from "node:crypto";
import path from "node:path";
import * as vscode from "vscode";
import { fromJson, toJson } from "../../chat/conversationJson.ts";
import { toMarkdown } from "../../chat/conversationMarkdown.ts";
import { attachmentIds, type MovedConversation, pictureNames, renamePictures } from "../../chat/movedConversation.ts";
import { fromMarkdown } from "../../chat/readConversationMarkdown.ts";
import { announce } from "../report.ts";
import type { ChatRoom } from "./chatRoom.ts";
import type { Session } from "./session.ts";

const formats = { markdown: { ending: "md", name: "Markdown" }, json: { ending: "json", name: "JSON" } } as const;

/** Bytes; a larger conversation fits into no text that could be read back. */
const largestMove = 256_000_000;

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

/** Contents by name, as base64; one that is gone is left out. @throws Error with a sentence for a person. */
async function readContents(
  names: readonly string[],
  read: (name: string) => Promise<Uint8Array | undefined>,
): Promise<Map<string, string>> {
  const contents = new Map<string, string>();
  let characters = 0;
  for (const name of names) {
    const bytes = await read(name);
    if (bytes === undefined) continue;
    const content = Buffer.from(bytes).toString("base64");
    characters += content.length;
    if (characters > largestMove)
      throw new Error(vscode.l10n.t("The files of this conversation are too large for one JSON file. Export it as Markdown."));
    contents.set(name, content);
  }
  return contents;
}

async function exportJson(room: ChatRoom, { conversation }: Session, target: vscode.Uri): Promise<void> {
  const { turns, settings } = conversation;
  const moved: MovedConversation = {
    conversation,
    attachments: await readContents(attachmentIds(turns), async (id) => room.conversations.attachment(id)),
    pictures: await readContents(pictureNames(turns), (name) => room.pictures.read(name)),
    preset: room.conversations.presets().find(({ text }) => text !== "" && text === settings.instructions),
  };
  await vscode.workspace.fs.writeFile(target, Buffer.from(toJson(moved)));
}

/** The pictures of a Markdown file lie in a folder beside it. */
function pictureFolderOf(file: vscode.Uri): vscode.Uri {
  const { name } = path.posix.parse(file.path);
  return vscode.Uri.joinPath(file, "..", `${name}-pictures`);
}

async function exportMarkdown(room: ChatRoom, { conversation }: Session, target: vscode.Uri): Promise<void> {
  const folder = pictureFolderOf(target);
  await vscode.workspace.fs.writeFile(target, Buffer.from(toMarkdown(conversation, path.posix.basename(folder.path))));
  for (const name of pictureNames(conversation.turns)) {
    const bytes = await room.pictures.read(name);
    if (bytes !== undefined) await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, name), bytes);
  }
}

export async function exportConversation(room: ChatRoom, id: string, format: keyof typeof formats): Promise<void> {
  const session = room.session(id);
  if (session === undefined) return;
  const { ending, name } = formats[format];
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(process.cwd());
  const target = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(folder, `${fileName(session.conversation.title)}.${ending}`),
    filters: { [name]: [ending] },
  });
  if (target !== undefined) await (format === "json" ? exportJson : exportMarkdown)(room, session, target);
}

/** undefined: the file is no exported conversation. */
async function readMoved(source: vscode.Uri): Promise<MovedConversation | undefined> {
  const { size } = await vscode.workspace.fs.stat(source);
  if (size > largestMove * 1.5) return undefined;
  const text = Buffer.from(await vscode.workspace.fs.readFile(source)).toString("utf8");
  if (!source.path.toLowerCase().endsWith(".md")) return fromJson(text, randomUUID);
  const conversation = fromMarkdown(text, randomUUID);
  if (conversation === undefined) return undefined;
  const folder = pictureFolderOf(source);
  const read = async (name: string) => vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, name)).then(undefined, () => undefined);
  return { conversation, attachments: new Map(), pictures: await readContents(pictureNames(conversation.turns), read) };
}

/** Keeps everything under names of our own, or, where something fails, nothing. */
async function keep(room: ChatRoom, { conversation, attachments, pictures, preset }: MovedConversation): Promise<Session | undefined> {
  const kept = new Map<string, string | undefined>();
  for (const [name, content] of pictures) kept.set(name, await room.pictures.keep(content));
  const turns = renamePictures(conversation.turns, (name) => kept.get(name));
  const contents = new Map([...attachments].map(([id, content]) => [id, Buffer.from(content, "base64")]));
  room.conversations.saveAll({ ...conversation, turns }, contents);
  if (preset !== undefined && !room.conversations.presets().some(({ name }) => name === preset.name)) room.conversations.savePreset(preset);
  return room.session(conversation.id);
}

export async function importConversation(room: ChatRoom): Promise<Session | undefined> {
  const { t } = vscode.l10n;
  const filters = { [t("Conversations")]: ["json", "md"] };
  const [source] = (await vscode.window.showOpenDialog({ filters, title: t("Import a Conversation") })) ?? [];
  if (source === undefined) return undefined;
  const moved = await readMoved(source);
  if (moved !== undefined) return keep(room, moved);
  await announce(t("This file is not an exported conversation."));
  return undefined;
}
