/** Handles the calls of a page about the attachments of the draft, and the searches for what can be attached. */
import { readShownAttachment } from "../../attachments/readShownAttachment.ts";
import type { ChatHandlers } from "../../chatPage.ts";
import { createContextSearches } from "../../context/createContextSearches.ts";
import type { PanelParts } from "../panelParts.ts";

export function createAttachmentHandlers({ chat, shown, attachments, automatic }: PanelParts) {
  const searches = createContextSearches();
  return {
    searchFiles: ({ query }) => searches.findFiles(query),
    searchSymbols: ({ query }) => searches.findSymbols(query),
    async attachSymbol({ id }) {
      const symbol = searches.symbol(id);
      if (symbol !== undefined) await attachments.attachSymbol(symbol);
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
      return content === undefined ? {} : { data: Buffer.from(content).toString("base64") };
    },
    removeAttachment: ({ id }) => attachments.remove(id),
    removeAutomaticAttachment: ({ id }) => automatic.remove(id),
  } satisfies Partial<ChatHandlers>;
}
