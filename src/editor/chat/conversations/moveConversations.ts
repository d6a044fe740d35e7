/** Exports conversations to files, and imports them. */
import { randomUUID } from "node:crypto";
import path from "node:path";
import * as vscode from "vscode";
import { fromJson, toJson } from "../../../chat/conversation/conversationJson.ts";
import { toMarkdown } from "../../../chat/conversation/conversationMarkdown.ts";
import { type ImportError, whyNotJson, whyNotMarkdown } from "../../../chat/conversation/importError.ts";
import { attachmentIds, imageNames, type MovedConversation, renameImages } from "../../../chat/conversation/movedConversation.ts";
import { fromMarkdown } from "../../../chat/conversation/readConversationMarkdown.ts";
import { checkAttachments } from "../../../conversations/checkAttachments.ts";
import type { Session } from "../../../conversations/session.ts";
import { freeContent } from "../../../disclosure/judge.ts";
import { fileNameOf } from "../../../generations/saving/artifactName.ts";
import { judgeFile } from "../../base/disclosure.ts";
import { readSmallFile } from "../../base/readSmallFile.ts";
import { announce } from "../../base/report.ts";
import type { ChatServices } from "../chatServices.ts";
import { nameImage } from "../media/nameImage.ts";
import { writeImage } from "../media/writeImage.ts";

const { t } = vscode.l10n;

const formats = { markdown: { ending: "md", name: "Markdown" }, json: { ending: "json", name: "JSON" } } as const;

/** Bytes; a larger conversation could not be read back, because it exceeds the longest string. */
const largestMove = 256_000_000;

function fileName(title: string): string {
  return fileNameOf(title) || "conversation";
}

/** Contents by name, as base64; a missing file is left out. undefined: together with `others`, they are too large in total. */
async function readContents(
  names: readonly string[],
  read: (name: string) => Promise<Uint8Array | undefined>,
  others: ReadonlyMap<string, string> = new Map(),
): Promise<Map<string, string> | undefined> {
  const contents = new Map<string, string>();
  let characters = [...others.values()].reduce((sum, { length }) => sum + length, 0);
  for (const name of names) {
    const bytes = await read(name);
    if (bytes === undefined) continue;
    const content = Buffer.from(bytes).toString("base64");
    characters += content.length;
    if (characters > largestMove) return undefined;
    contents.set(name, content);
  }
  return contents;
}

/** @throws Error with a message for the user. @internal */
export async function exportJson(
  chat: Pick<ChatServices, "conversations" | "images">,
  { conversation }: Pick<Session, "conversation">,
  target: vscode.Uri,
): Promise<void> {
  const { turns, settings } = conversation;
  const attachments = await readContents(attachmentIds(turns), async (id) => chat.conversations.attachment(id));
  const images = attachments && (await readContents(imageNames(turns), (name) => chat.images.read(name), attachments));
  if (attachments === undefined || images === undefined)
    throw new Error(t("The files of this conversation are too large for one JSON file. Export it as Markdown."));
  const moved: MovedConversation = {
    conversation,
    attachments,
    images,
    preset: chat.conversations.presets().find(({ text }) => text !== "" && text === settings.instructions),
  };
  await vscode.workspace.fs.writeFile(target, Buffer.from(toJson(moved)));
}

/** The images of a Markdown file are in a folder beside it. */
function imageFolderOf(file: vscode.Uri): vscode.Uri {
  const { name } = path.posix.parse(file.path);
  return vscode.Uri.joinPath(file, "..", `${name}-images`);
}

async function exportMarkdown(chat: ChatServices, { conversation }: Session, target: vscode.Uri): Promise<void> {
  const folder = imageFolderOf(target);
  await vscode.workspace.fs.writeFile(target, Buffer.from(toMarkdown(conversation, path.posix.basename(folder.path))));
  for (const name of imageNames(conversation.turns)) {
    const bytes = await chat.images.read(name);
    if (bytes !== undefined) await writeImage(chat.studio, bytes, vscode.Uri.joinPath(folder, name), nameImage(conversation, name));
  }
}

export async function exportConversation(chat: ChatServices, id: string, format: keyof typeof formats): Promise<void> {
  const session = chat.session(id);
  if (session === undefined) return;
  const { ending, name } = formats[format];
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(process.cwd());
  const target = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(folder, `${fileName(session.conversation.title)}.${ending}`),
    filters: { [name]: [ending] },
    title: t("Export the Conversation"),
  });
  if (target === undefined) return;
  await (format === "json" ? exportJson : exportMarkdown)(chat, session, target);
  await announce(t("The conversation is exported to {0}.", path.posix.basename(target.path)), t("Open"), () =>
    vscode.commands.executeCommand("vscode.open", target),
  );
}

/** @internal */
export async function readMoved(source: vscode.Uri): Promise<MovedConversation | ImportError | "huge"> {
  const { size } = await vscode.workspace.fs.stat(source);
  if (size > largestMove * 1.5) return "huge";
  const text = Buffer.from(await vscode.workspace.fs.readFile(source)).toString("utf8");
  if (!source.path.toLowerCase().endsWith(".md")) return fromJson(text, randomUUID) ?? whyNotJson(text);
  const conversation = fromMarkdown(text, randomUUID);
  if (conversation === undefined) return whyNotMarkdown(text);
  const folder = imageFolderOf(source);
  // A link among a stranger's images would send an image of the user with the next message.
  const read = async (name: string) => {
    const file = vscode.Uri.joinPath(folder, name);
    const bytes = await readSmallFile(file, largestMove).catch(() => undefined);
    return bytes && freeContent(await judgeFile(file, bytes, bytes, { root: vscode.Uri.joinPath(source, "..") }));
  };
  const images = await readContents(imageNames(conversation.turns), read);
  return images === undefined ? "huge" : { conversation, attachments: new Map(), images };
}

/** Stores all contents under new names: first the images, then the conversation as a whole with its attachments. */
async function keep(chat: ChatServices, { conversation, attachments, images, preset }: MovedConversation): Promise<Session | undefined> {
  const kept = new Map<string, string | undefined>();
  for (const [name, content] of images) kept.set(name, await chat.images.keep(content));
  const contents = new Map([...attachments].map(([id, content]) => [id, Buffer.from(content, "base64")]));
  const turns = checkAttachments(
    renameImages(conversation.turns, (name) => kept.get(name)),
    contents,
  );
  await chat.conversations.saveAll({ ...conversation, turns }, contents);
  if (preset !== undefined && !chat.conversations.presets().some(({ name }) => name === preset.name))
    await chat.conversations.savePreset(preset);
  return chat.session(conversation.id);
}

function describeImportError(error: ImportError | "huge", name: string): string {
  switch (error) {
    case "foreign":
      return t("{0} is not an exported conversation. Nothing was imported.", name);
    case "newer":
      return t("{0} was exported by a newer version of Generation Studio. Update the extension to import it. Nothing was imported.", name);
    case "broken":
      return t("{0} is a damaged or incomplete conversation. Nothing was imported.", name);
    case "huge":
      return t("{0} is larger than any exported conversation. Nothing was imported.", name);
  }
}

export async function importConversation(chat: ChatServices): Promise<Session | undefined> {
  const filters = { [t("Conversations")]: ["json", "md"] };
  const [source] = (await vscode.window.showOpenDialog({ filters, title: t("Import a Conversation") })) ?? [];
  if (source === undefined) return undefined;
  const moved = await readMoved(source);
  if (typeof moved === "object") return keep(chat, moved);
  await announce(describeImportError(moved, path.posix.basename(source.path)));
  return undefined;
}
