/** Connects a panel's page to a session, like the extension's host. */

import type { Attachment } from "../../src/chat/conversation/turn.ts";
import type { PanelModel } from "../../src/chat/messages/chatPush.ts";
import type { Session } from "../../src/conversations/session.ts";
import { createSessionHandlers } from "../../src/editor/chat/panel/handlers/sessionHandlers.ts";
import type { PanelPage } from "./panelPage.ts";

export const lamp: Attachment = { id: "lamp", kind: "text", name: "src/lamp.ts", mediaType: "text/plain", size: 1240 };

const models: PanelModel[] = [
  { id: "demo-text", provider: "built-in", favourite: false, fitness: "yes" },
  { id: "demo-mini", provider: "built-in", favourite: false, fitness: "yes" },
];

/** Handles each call that a conversation needs, like the extension's host. */
export async function connectSession(panel: PanelPage, session: Session): Promise<void> {
  const { conversation } = session;
  let attachments: Attachment[] = [];

  const postAttachments = () => panel.post({ type: "attachments", attachments });
  const postConversations = () => {
    const { id, title, updatedAt, turns } = session.conversation;
    return panel.post({ type: "conversations", query: "", conversations: [{ id, title, updatedAt, turns: turns.length }] });
  };

  Object.assign(panel.host, {
    ...createSessionHandlers({ session }),
    async send({ text }) {
      session.send(text, attachments);
      attachments = [];
      await postAttachments();
    },
    async resend({ turnId, text }) {
      await session.resend(turnId, text);
    },
    deleteTurn: ({ turnId }) => session.deleteTurn(turnId),
    changeSettings: ({ settings }) => session.setSettings(settings),
    async editQueued({ id }) {
      const taken = await session.removeQueued(id);
      attachments = [...(taken?.attachments ?? []), ...attachments];
      await postAttachments();
      await panel.post({ type: "draft", text: taken?.text ?? "" });
    },
    async attach() {
      attachments = [...attachments, lamp];
      await postAttachments();
    },
    async removeAttachment({ id: removed }) {
      attachments = attachments.filter(({ id }) => id !== removed);
      await postAttachments();
    },
    searchConversations: postConversations,
    async renameConversation({ title }) {
      await session.rename(title);
      await postConversations();
    },
    openConversation: () => panel.show(session.snapshot()),
    async setFavourite({ model: changed, favourite }) {
      await panel.post({
        type: "models",
        models: models.map((model) => (model.id === changed ? { ...model, favourite } : model)),
      });
    },
  } satisfies PanelPage["host"]);
  session.subscribe((changes) => {
    // Messages sent while the page closes are dropped.
    panel.change(conversation.id, changes).catch((error: unknown) => {
      if (!panel.page.isClosed()) throw error;
    });
  });
  await panel.post({ type: "models", models });
  await panel.show(session.snapshot());
}
