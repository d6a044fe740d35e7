/** Opens what the chat's panels share. */
import path from "node:path";
import * as vscode from "vscode";
import { openConversationStore } from "../../conversations/conversationStore.ts";
import { openImageStore } from "../../conversations/imageStore.ts";
import { Lazy } from "../base/lazy.ts";
import { log } from "../base/log.ts";
import { warn } from "../base/report.ts";
import { settings } from "../base/settings.ts";
import { LastEditor } from "../prompts/lastEditor.ts";
import type { ChatServices } from "./chatServices.ts";
import type { ChatSource } from "./chatSource.ts";
import { createShownConversations } from "./conversations/createShownConversations.ts";
import { HeldAttachments } from "./heldAttachments.ts";
import { OpenSessions } from "./openSessions.ts";
import { createDictation } from "./speech/createDictation.ts";
import { createSpeaker } from "./speech/createSpeaker.ts";
import { trackTargetEditor } from "./targetEditor.ts";

export async function openChatServices(studio: ChatSource): Promise<ChatServices> {
  const folder = studio.context.globalStorageUri.fsPath;
  const conversations = await openConversationStore(folder);
  const conversationDeleted = new vscode.EventEmitter<string>();
  const images = openImageStore(path.join(folder, "chat-pictures"));
  if (conversations.notice !== undefined) void warn(conversations.notice);
  // Images of conversations that could not be recovered stay for now.
  else images.removeUnused(conversations.imagesInUse, Date.now()).catch((error: unknown) => log.error("chat", error));
  conversations.removeDeleted(Date.now()).catch((error: unknown) => log.error("chat", error));
  const speaker = createSpeaker({
    service: async (allowance) => {
      const [generations, { baseUrl }] = await Promise.all([studio.generations(allowance), studio.connection()]);
      return { baseUrl, start: generations.start.bind(generations) };
    },
    version: () => settings.interfaceFor("audio"),
  });
  const dictation = createDictation();
  const targetEditor = trackTargetEditor();
  const lastEditor = new LastEditor();
  const promptForms = new Lazy(async () => new (await import("./promptForms.ts")).PromptForms(studio, lastEditor));
  const held = new HeldAttachments(conversations);
  const shown = createShownConversations(conversations);
  const sessions = new OpenSessions({ studio, conversations, images, held, shown });
  const unwatch = conversations.watch(() => {
    sessions.follow();
    shown.changedElsewhere();
  });

  return {
    studio,
    conversations,
    images,
    held,
    speaker,
    dictation,
    targetEditor,
    promptForms: () => promptForms.get(),
    session: (id) => sessions.session(id),
    conversation: (id) => sessions.conversation(id),
    newSession: (id) => sessions.newSession(id),
    latestSession: () => sessions.latest(),
    async deleteConversation(id) {
      await sessions.delete(id);
      conversationDeleted.fire(id);
    },
    setShown: shown.set,
    onDidChangeList: shown.onDidChangeList,
    onDidDeleteConversation: conversationDeleted.event,
    dispose() {
      sessions.dispose();
      conversationDeleted.dispose();
      unwatch();
      shown.dispose();
      speaker.dispose();
      dictation.dispose();
      targetEditor.dispose();
      lastEditor.dispose();
      void promptForms.loaded?.then((forms) => forms.dispose());
      void conversations.close();
    },
  };
}
