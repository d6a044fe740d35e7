/** What the chat's panels share: the store, open sessions, images and the target editor. */
import path from "node:path";
import * as vscode from "vscode";
import type { Conversation } from "../../chat/conversation/conversation.ts";
import { type ConversationStore, openConversationStore } from "../../conversations/conversationStore.ts";
import { type ImageStore, openImageStore } from "../../conversations/imageStore.ts";
import type { Session } from "../../conversations/session.ts";
import { Lazy } from "../base/lazy.ts";
import { log } from "../base/log.ts";
import { warn } from "../base/report.ts";
import { settings } from "../base/settings.ts";
import { LastEditor } from "../prompts/lastEditor.ts";
import { HeldAttachments } from "./attachments/heldAttachments.ts";
import type { ChatSource } from "./chatSource.ts";
import { type TargetEditor, trackTargetEditor } from "./code/targetEditor.ts";
import { createShownConversations } from "./conversations/createShownConversations.ts";
import { OpenSessions } from "./openSessions.ts";
import type { PromptForms } from "./promptForms.ts";
import { createSpeaker, type Speaker } from "./speech/createSpeaker.ts";

export interface ChatServices extends vscode.Disposable {
  readonly studio: ChatSource;
  readonly conversations: ConversationStore;
  readonly images: ImageStore;
  readonly held: HeldAttachments;
  readonly speaker: Speaker;
  /** The editor that code and links are inserted into. */
  readonly targetEditor: TargetEditor;
  /** Loaded at the first call. */
  promptForms(): Promise<PromptForms>;
  /** The session of a conversation, with other windows' changes; undefined: there is no conversation with this id. */
  session(id: string): Session | undefined;
  /** A conversation as it is now. Unlike `session`, continues nothing in one that is not open here. */
  conversation(id: string): Conversation | undefined;
  newSession(id?: string): Session;
  /** The last used conversation, or a new one. */
  latestSession(): Session;
  /** Rejects with DatabaseError `busy` if another process has locked the conversations; then nothing is deleted. */
  deleteConversation(id: string): Promise<void>;
  /** `viewer` now shows this conversation; undefined: it shows none. */
  setShown(viewer: object, conversationId: string | undefined): void;
  /** Fires when something in the list of conversations has changed in this window. */
  readonly onDidChangeList: vscode.Event<void>;
  /** Fires with the id. A panel that shows the conversation must show another one. */
  readonly onDidDeleteConversation: vscode.Event<string>;
}

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
      targetEditor.dispose();
      lastEditor.dispose();
      void promptForms.loaded?.then((forms) => forms.dispose());
      void conversations.close();
    },
  };
}
