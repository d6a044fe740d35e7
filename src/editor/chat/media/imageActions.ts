/** Saves an image of an answer, links it at the cursor, or loads a remote image that the user allowed. */
import * as vscode from "vscode";
import type { Conversation } from "../../../chat/conversation/conversation.ts";
import type { Session } from "../../../conversations/session.ts";
import { outputFolderIn } from "../../artifacts/chooseTarget.ts";
import { insertLink } from "../../artifacts/insertLink.ts";
import { offerUncopied } from "../../artifacts/offerUncopied.ts";
import { announce } from "../../base/report.ts";
import type { DraftAttachments } from "../attachments/draftAttachments.ts";
import type { ChatServices } from "../chatServices.ts";
import { nameImage } from "./nameImage.ts";
import { writeImage } from "./writeImage.ts";

const { t } = vscode.l10n;

/** Bytes. Larger remote images are not shown. */
const largestImage = 10_000_000;
const longestFetch = 20_000;

export async function saveImage(chat: ChatServices, conversation: Conversation, file: string): Promise<void> {
  const bytes = await chat.images.read(file);
  if (bytes === undefined) return;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const image = nameImage(conversation, file);
  const target = await vscode.window.showSaveDialog({
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, image.fileName) } : {}),
    title: t("Save the Generated Image"),
  });
  if (target !== undefined) await writeImage(chat.studio, bytes, target, image);
}

/** Copies the image into the workspace's folder for artifacts and inserts a link to it below the cursor. */
export async function insertImage(chat: ChatServices, conversation: Conversation, file: string): Promise<void> {
  const editor = chat.targetEditor.now();
  const bytes = await chat.images.read(file);
  const folder = editor && vscode.workspace.getWorkspaceFolder(editor.document.uri);
  if (bytes === undefined) return;
  if (editor === undefined || folder === undefined) {
    await announce(t("Open a file of the workspace first: the link is inserted at its cursor."));
    return;
  }
  const { document, selection } = editor;
  const image = nameImage(conversation, file);
  const { prompt, fileName } = image;
  const target = vscode.Uri.joinPath(await outputFolderIn(folder.uri), fileName);
  await writeImage(chat.studio, bytes, target, image);
  const location = { uri: document.uri.toString(), languageId: document.languageId, offset: document.offsetAt(selection.end) };
  const { type } = await insertLink({ kind: "image", prompt, uris: [target] }, () => location);
  if (type !== "noPlace") return;
  await announce(t("{0} is saved. It cannot be linked in this file.", vscode.workspace.asRelativePath(target)));
}

/** The image was not copied. */
export async function offerUncopiedImage(chat: ChatServices, conversation: Conversation, file: string): Promise<void> {
  const source = chat.images.pathOf(file);
  if (source === undefined) return;
  await offerUncopied(
    () => saveImage(chat, conversation, file),
    () => vscode.commands.executeCommand("vscode.open", vscode.Uri.file(source)),
  );
}

/** Prepares the next message: attaches the image, turns image generation on, and drafts a text. Sends nothing. Returns the new draft. */
export async function prepareVariants(
  chat: ChatServices,
  session: Session,
  attachments: Pick<DraftAttachments, "attachImage">,
  file: string,
): Promise<string> {
  const { id, settings: sent } = session.conversation;
  const { prompt, fileName } = nameImage(session.conversation, file);
  const text =
    prompt === ""
      ? t("Make variants of the attached image.")
      : t("Make variants of the attached image. It was generated for this prompt: {0}", prompt);
  const before = chat.conversations.draft(id) ?? "";
  if (before.includes(text)) return before;
  await attachments.attachImage(file, fileName);
  if (!sent.imageGeneration) session.setSettings({ imageGeneration: true });
  const draft = [text, before].filter(Boolean).join("\n\n");
  chat.conversations.saveDraft(id, draft);
  return draft;
}

/**
 * Fetches the image without cookies or referrer and stores it as a file, because the page has no network access. Returns the file's path;
 * undefined: it cannot be loaded, and stays a link.
 */
export async function copyRemoteImage(chat: ChatServices, url: string): Promise<string | undefined> {
  const address = URL.parse(url);
  if (address?.protocol !== "https:" && address?.protocol !== "http:") return undefined;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(longestFetch), referrerPolicy: "no-referrer", credentials: "omit" });
    const bytes = await readAtMost(answer, largestImage);
    const file = answer.ok && bytes ? await chat.images.keepBytes(bytes) : undefined;
    return file === undefined ? undefined : chat.images.pathOf(file);
  } catch {
    return undefined;
  }
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
