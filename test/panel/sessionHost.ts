/** Connects a panel's page to a session, like the extension's host. */

import type { Attachment } from "../../src/chat/conversation/turn.ts";
import type { ToHost } from "../../src/chat/messages/toHost.ts";
import type { PanelModel } from "../../src/chat/messages/toPanel.ts";
import type { Session } from "../../src/conversations/session.ts";
import { actOnSession } from "../../src/editor/chat/panel/actOnSession.ts";
import type { PanelPage } from "./panelPage.ts";

export const lamp: Attachment = { id: "lamp", kind: "text", name: "src/lamp.ts", mediaType: "text/plain", size: 1240 };

const models: PanelModel[] = [
  { id: "demo-text", provider: "built-in", favourite: false, fitness: "yes" },
  { id: "demo-mini", provider: "built-in", favourite: false, fitness: "yes" },
];

/** Handles each message that a conversation needs, like the extension's host. */
export async function connectSession(panel: PanelPage, session: Session): Promise<void> {
  const { conversation } = session;
  let attachments: Attachment[] = [];

  const postAttachments = () => panel.post({ type: "attachments", attachments });
  const postConversations = () => {
    const { id, title, updatedAt, turns } = session.conversation;
    return panel.post({ type: "conversations", query: "", conversations: [{ id, title, updatedAt, turns: turns.length }] });
  };

  async function receive(message: ToHost): Promise<void> {
    switch (message.type) {
      case "send":
        session.send(message.text, attachments);
        attachments = [];
        return postAttachments();
      case "stop":
      case "regenerate":
      case "compare":
      case "keepAnswer":
      case "fetchAnswer":
      case "continueAnswer":
      case "chooseTurn":
      case "removeQueued":
      case "resumeQueue":
      case "moveQueuedUp":
        return actOnSession(session, message);
      case "resend":
        return void (await session.resend(message.turnId, message.text));
      case "deleteTurn":
        return session.deleteTurn(message.turnId);
      case "changeSettings":
        return session.setSettings(message.settings);
      case "editQueued": {
        const taken = await session.removeQueued(message.id);
        attachments = [...(taken?.attachments ?? []), ...attachments];
        await postAttachments();
        return panel.post({ type: "draft", text: taken?.text ?? "" });
      }
      case "attach":
        attachments = [...attachments, lamp];
        return postAttachments();
      case "removeAttachment":
        attachments = attachments.filter(({ id }) => id !== message.id);
        return postAttachments();
      case "searchConversations":
        return postConversations();
      case "renameConversation":
        await session.rename(message.title);
        return postConversations();
      case "openConversation":
        return panel.show(session.snapshot());
      case "setFavourite":
        return panel.post({
          type: "models",
          models: models.map((model) => (model.id === message.model ? { ...model, favourite: message.favourite } : model)),
        });
      default:
        return;
    }
  }

  panel.onSent = (message) => void receive(message);
  session.subscribe((changes) => {
    // Messages sent while the page closes are dropped.
    panel.change(conversation.id, changes).catch((error: unknown) => {
      if (!panel.page.isClosed()) throw error;
    });
  });
  await panel.post({ type: "models", models });
  await panel.show(session.snapshot());
}
