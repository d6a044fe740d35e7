/** Handles a panel's messages about the attachments of the draft, and the searches for what can be attached. */
import { readShownAttachment } from "../../attachments/readShownAttachment.ts";
import { createContextSearches } from "../../context/createContextSearches.ts";
import type { PanelParts } from "../panelParts.ts";
import type { MessageHandlers } from "./messageHandlers.ts";

export function createAttachmentHandlers({ chat, page, shown, attachments, automatic }: PanelParts) {
  const searches = createContextSearches((message) => page.post(message));
  return {
    searchFiles: ({ query }) => searches.findFiles(query),
    searchSymbols: ({ query }) => searches.findSymbols(query),
    attachSymbol({ id }) {
      const symbol = searches.symbol(id);
      return symbol && attachments.attachSymbol(symbol);
    },
    attach: ({ what }) => attachments.attach(what),
    attachPath: ({ path }) => attachments.attachPath(path),
    attachUrl: ({ url }) => attachments.attachUrl(url),
    attachData: ({ name, data }) => attachments.attachData(name, data),
    shrinkImages: () => attachments.shrinkImages(),
    replaceAttachment: ({ id, data }) => attachments.replace(id, data),
    imageNotConverted: ({ id }) => attachments.notConverted(id),
    readAttachment({ id }) {
      const content = readShownAttachment(chat.held, shown.session.conversation, id);
      if (content) page.post({ type: "attachmentContent", id, data: Buffer.from(content).toString("base64") });
    },
    removeAttachment: ({ id }) => attachments.remove(id),
    removeAutomaticAttachment: ({ id }) => automatic.remove(id),
  } satisfies Partial<MessageHandlers>;
}
