/** Handles the calls of a page about its conversation and the list of all conversations. */
import type { Session } from "../../../../conversations/session.ts";
import type { ChatHandlers } from "../../chatPage.ts";
import type { ChatServices } from "../../chatServices.ts";
import { deleteConversation } from "../../conversations/deleteMessages.ts";
import { exportConversation, importConversation } from "../../conversations/moveConversations.ts";
import type { ConversationList } from "../conversationList.ts";
import type { ShownConversation } from "../shownConversation.ts";

interface ConversationParts {
  chat: ChatServices;
  shown: ShownConversation;
  list: ConversationList;
  openInEditor(session: Session): void;
}

export function createConversationHandlers({ chat, shown, list, openInEditor }: ConversationParts) {
  const show = (session: Session | undefined) => {
    if (session !== undefined) shown.show(session);
  };
  return {
    newConversation: () => shown.startNew(),
    searchConversations({ query }) {
      shown.setShown(false);
      list.send(query);
    },
    closeConversations() {
      shown.setShown(true);
      list.close();
    },
    async pinConversation({ id, pinned }) {
      await chat.conversations.setPinned(id, pinned);
      list.send();
    },
    openConversation: ({ id }) => show(chat.session(id)),
    async renameConversation({ id, title }) {
      await chat.session(id)?.rename(title);
      list.send();
    },
    async deleteConversation({ id }) {
      if (await deleteConversation(chat, id)) list.send();
    },
    exportConversation: ({ id, format }) => exportConversation(chat, id, format),
    importConversation: async () => show(await importConversation(chat)),
    openInEditor: () => openInEditor(shown.session),
  } satisfies Partial<ChatHandlers>;
}
