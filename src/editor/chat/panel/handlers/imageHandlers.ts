/** Handles the calls of a page about images of answers. */
import * as vscode from "vscode";
import type { DraftAttachments } from "../../attachments/draftAttachments.ts";
import type { ChatHandlers, ChatPage } from "../../chatPage.ts";
import type { ChatServices } from "../../chatServices.ts";
import { copyRemoteImage, insertImage, offerUncopiedImage, prepareVariants, saveImage } from "../../media/imageActions.ts";
import { nameImage } from "../../media/nameImage.ts";
import type { ShownConversation } from "../shownConversation.ts";

interface ImageParts {
  chat: ChatServices;
  page: ChatPage;
  shown: ShownConversation;
  attachments: DraftAttachments;
}

export function createImageHandlers({ chat, page, shown, attachments }: ImageParts) {
  const openEditor = async (command: "editImage" | "upscaleImage", file: string) => {
    const image = chat.images.pathOf(file);
    if (image !== undefined) await vscode.commands.executeCommand(`generationStudio.${command}`, vscode.Uri.file(image));
  };
  return {
    async loadImage({ url }) {
      const copy = await copyRemoteImage(chat, url);
      return copy === undefined ? {} : { source: page.addressOf(vscode.Uri.file(copy)) };
    },
    saveImage: ({ file }) => saveImage(chat, shown.session.conversation, file),
    insertImage: ({ file }) => insertImage(chat, shown.session.conversation, file),
    useImage: ({ file }) => attachments.attachImage(file, nameImage(shown.session.conversation, file).fileName),
    async openImage({ file }) {
      const image = chat.images.pathOf(file);
      if (image !== undefined) await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(image));
    },
    editImage: ({ file }) => openEditor("editImage", file),
    upscaleImage: ({ file }) => openEditor("upscaleImage", file),
    makeVariants: async ({ file }) =>
      page.pushWhenReady({ type: "draft", text: await prepareVariants(chat, shown.session, attachments, file) }),
    imageNotCopied: ({ file }) => offerUncopiedImage(chat, shown.session.conversation, file),
  } satisfies Partial<ChatHandlers>;
}
