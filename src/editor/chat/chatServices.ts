/** What the chat's panels share: the store, open sessions, images and the target editor. */
import { randomUUID } from "node:crypto";
import path from "node:path";
import * as vscode from "vscode";
import type { AttachmentContent } from "../../chat/buildRequest.ts";
import type { Conversation } from "../../chat/conversation.ts";
import { imageNames } from "../../chat/movedConversation.ts";
import { type Attachment, type ConversationSettings, defaultSettings } from "../../chat/turn.ts";
import { type ConversationStore, openConversationStore } from "../../conversations/conversationStore.ts";
import { type ImageStore, openImageStore } from "../../conversations/imageStore.ts";
import { Session } from "../../conversations/session.ts";
import { log } from "../log.ts";
import { LastEditor } from "../prompts/lastEditor.ts";
import { report, warn } from "../report.ts";
import { countAnswer } from "../requests/budget.ts";
import { settings } from "../settings.ts";
import type { Studio } from "../studio.ts";
import { type TargetEditor, trackTargetEditor } from "./code/targetEditor.ts";
import { createShownConversations } from "./conversations/createShownConversations.ts";
import { describeTurnError } from "./describeTurnError.ts";
import { listPanelModels, suggestModel } from "./panel/panelModels.ts";
import type { PromptForms } from "./promptForms.ts";
import { createSpeaker, type Speaker } from "./speech/createSpeaker.ts";

/** The parts of the studio that the chat needs. */
export type ChatSource = Pick<
  Studio,
  | "client"
  | "connection"
  | "context"
  | "isDemo"
  | "models"
  | "onDidChangeConnection"
  | "openTasks"
  | "proposals"
  | "providers"
  | "secrets"
  | "state"
  | "tasks"
>;

export interface ChatServices extends vscode.Disposable {
  readonly studio: ChatSource;
  readonly conversations: ConversationStore;
  readonly images: ImageStore;
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
  /** Keeps an attachment's content in memory until it is stored with its conversation. */
  keepInMemory(id: string, content: Uint8Array): void;
  /** Removes the content of an attachment that will not be sent. */
  forget(id: string): void;
  attachmentInMemory(id: string): Uint8Array | undefined;
  /** Stores the contents of attachments with the conversation. They stay in memory until they are written. */
  keepAttachments(conversationId: string, attachments: readonly Attachment[]): Promise<void>;
  /** Rejects with DatabaseError `busy` if another process has locked the conversations; then nothing is deleted. */
  deleteConversation(id: string): Promise<void>;
  /** `viewer` now shows this conversation; undefined: it shows none. */
  setShown(viewer: object, conversationId: string | undefined): void;
  /** Fires when something in the list of conversations has changed in this window. */
  readonly onDidChangeList: vscode.Event<void>;
  /** Fires with the id. A panel that shows the conversation must show another one. */
  readonly onDidDeleteConversation: vscode.Event<string>;
}

function readContent(attachment: Attachment, content: Uint8Array | undefined): AttachmentContent | undefined {
  if (content === undefined) return undefined;
  const buffer = Buffer.from(content);
  return attachment.kind === "text" ? { text: buffer.toString("utf8") } : { base64: buffer.toString("base64") };
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
  const speaker = createSpeaker(
    () => studio.client(),
    () => settings.interfaceFor("audio"),
  );
  const targetEditor = trackTargetEditor();
  const lastEditor = new LastEditor();
  let promptForms: Promise<PromptForms> | undefined;
  const sessions = new Map<string, Session>();
  const held = new Map<string, Uint8Array>();
  const shown = createShownConversations(conversations);
  const unwatch = conversations.watch(() => {
    for (const [id, open] of sessions) if (shown.has(id)) open.follow();
    shown.changedElsewhere();
  });

  /** @throws ServiceError, or an Error with a message for the user. */
  const chooseModel = async (): Promise<string> => {
    await studio.models.list();
    const { models } = await listPanelModels(studio, false);
    const model = suggestModel(models, settings.defaultModel("text") || (studio.state.lastChoices("text")?.model ?? ""));
    if (model === undefined) throw new Error(vscode.l10n.t("The service lists no model that answers with text."));
    return model;
  };

  const start = (conversation: Conversation): Session => {
    const session = new Session(conversation, {
      client: () => studio.client(),
      isDemo: studio.isDemo,
      conversations,
      chooseModel,
      readAttachment: (attachment) => readContent(attachment, held.get(attachment.id) ?? conversations.attachment(attachment.id)),
      inputOf: (model) => studio.models.find(model)?.capabilities?.input,
      readImage: (file) => images.dataUri(file),
      keepImage: (data) => images.keep(data),
      describe: (error) => describeTurnError(error, Date.now(), vscode.l10n.t),
      report: (error) => void report(error),
      warn: (message) => log.warn(message),
    });
    sessions.set(conversation.id, session);
    session.subscribe((changes) => {
      shown.follow(conversation.id, changes);
      for (const change of changes) {
        if (change.type === "answerSettled")
          countAnswer(studio, change.turnId, change.usage).catch((error: unknown) => log.error("chat", error));
      }
    });
    session.recover();
    return session;
  };

  const session = (id: string): Session | undefined => {
    const running = sessions.get(id);
    if (running !== undefined) {
      running.refresh();
      return running;
    }
    const conversation = conversations.load(id);
    if (conversation !== undefined) return start(conversation);
    return conversations.hasDraft(id) ? newSession(id) : undefined;
  };

  /** One that is open is not loaded from the store, which would count all stored changes as known to its session. */
  const conversation = (id: string): Conversation | undefined => (sessions.has(id) ? session(id)?.conversation : conversations.load(id));

  /** A new conversation starts with the settings of the previous one, except its instructions. */
  const initialSettings = (): ConversationSettings => {
    const newest = conversations.newest();
    const before = newest === undefined ? undefined : conversation(newest)?.settings;
    const model = settings.defaultModel("text") || before?.model || (studio.state.lastChoices("text")?.model ?? "");
    return { ...defaultSettings, ...before, instructions: "", model };
  };

  const newSession = (id: string = randomUUID()): Session => {
    const now = Date.now();
    return start({
      id,
      title: "",
      createdAt: now,
      updatedAt: now,
      settings: initialSettings(),
      turns: [],
      chosen: {},
      queue: [],
    });
  };

  return {
    studio,
    conversations,
    images,
    speaker,
    targetEditor,
    promptForms() {
      promptForms ??= import("./promptForms.ts").then(({ createPromptForms }) => createPromptForms(studio, lastEditor));
      return promptForms;
    },
    session,
    conversation,
    newSession,
    latestSession() {
      const newest = conversations.newest();
      return (newest === undefined ? undefined : session(newest)) ?? newSession();
    },
    keepInMemory: (id, content) => void held.set(id, content),
    forget: (id) => void held.delete(id),
    attachmentInMemory: (id) => held.get(id),
    async keepAttachments(conversationId, attachments) {
      await Promise.all(
        attachments.map(async ({ id }) => {
          const content = held.get(id);
          if (content === undefined) return;
          await conversations.saveAttachment(id, conversationId, content);
          held.delete(id);
        }),
      );
    },
    async deleteConversation(id) {
      const turns = conversation(id)?.turns ?? [];
      await conversations.remove(id);
      void images.noteUse(imageNames(turns), Date.now());
      sessions.get(id)?.dispose();
      sessions.delete(id);
      conversationDeleted.fire(id);
    },
    setShown: shown.set,
    onDidChangeList: shown.onDidChangeList,
    onDidDeleteConversation: conversationDeleted.event,
    dispose() {
      for (const running of sessions.values()) running.dispose();
      conversationDeleted.dispose();
      unwatch();
      shown.dispose();
      speaker.dispose();
      targetEditor.dispose();
      lastEditor.dispose();
      void promptForms?.then((forms) => forms.dispose());
      void conversations.close();
    },
  };
}
