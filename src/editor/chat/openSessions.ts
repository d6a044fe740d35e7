/** The sessions of the conversations that were shown in this window. */
import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import type { Conversation } from "../../chat/conversation/conversation.ts";
import { imageNames } from "../../chat/conversation/movedConversation.ts";
import { type Attachment, type ConversationSettings, defaultSettings, isRunning, type Turn } from "../../chat/conversation/turn.ts";
import type { AttachmentContent } from "../../chat/request/buildRequest.ts";
import type { ResponseRequest } from "../../contract/responseRequest.ts";
import type { AnswerOptions } from "../../conversations/answerWriter.ts";
import type { ConversationStore } from "../../conversations/conversationStore.ts";
import type { ImageStore } from "../../conversations/imageStore.ts";
import { Session } from "../../conversations/session.ts";
import type { Allowance } from "../../generations/allowance.ts";
import type { Generation } from "../../generations/generation.ts";
import { log } from "../base/log.ts";
import { report } from "../base/report.ts";
import { settings } from "../base/settings.ts";
import { askForAnswer } from "../requests/budget.ts";
import type { ChatSource } from "./chatSource.ts";
import type { ShownConversations } from "./conversations/createShownConversations.ts";
import { describeTurnError } from "./describeTurnError.ts";
import type { HeldAttachments } from "./heldAttachments.ts";
import { listPanelModels, suggestModel } from "./panelModels.ts";

interface SessionParts {
  studio: ChatSource;
  conversations: ConversationStore;
  images: ImageStore;
  held: HeldAttachments;
  shown: ShownConversations;
}

export class OpenSessions {
  readonly #parts: SessionParts;
  readonly #sessions = new Map<string, Session>();

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /** The session of a conversation, with other windows' changes; undefined: there is no conversation with this id. */
  session(id: string): Session | undefined {
    const running = this.#sessions.get(id);
    if (running !== undefined) {
      running.refresh();
      return running;
    }
    const conversation = this.#parts.conversations.load(id);
    if (conversation !== undefined) return this.#start(conversation);
    return this.#parts.conversations.hasDraft(id) ? this.newSession(id) : undefined;
  }

  /** The conversation as it is now. One that is open is not loaded from the store, which would count all stored changes as known to its session. */
  conversation(id: string): Conversation | undefined {
    return this.#sessions.has(id) ? this.session(id)?.conversation : this.#parts.conversations.load(id);
  }

  newSession(id: string = randomUUID()): Session {
    const now = Date.now();
    return this.#start({
      id,
      title: "",
      createdAt: now,
      updatedAt: now,
      settings: this.#initialSettings(),
      turns: [],
      chosen: {},
      queue: [],
    });
  }

  /** The last used conversation, or a new one. */
  latest(): Session {
    const newest = this.#parts.conversations.newest();
    return (newest === undefined ? undefined : this.session(newest)) ?? this.newSession();
  }

  /** Shows the changes of other windows in the conversations that are shown. */
  follow(): void {
    for (const [id, open] of this.#sessions) if (this.#parts.shown.has(id)) open.follow();
  }

  /** Rejects with DatabaseError `busy` if another process has locked the conversations; then nothing is deleted. */
  async delete(id: string): Promise<void> {
    const { conversations, images } = this.#parts;
    const turns = this.conversation(id)?.turns ?? [];
    await conversations.remove(id);
    void images.noteUse(imageNames(turns), Date.now());
    this.#sessions.get(id)?.dispose();
    this.#sessions.delete(id);
    void this.#forgetRunning(turns);
  }

  /** The output of an answer that nobody shows any more is not kept. */
  async #forgetRunning(turns: readonly Turn[]): Promise<void> {
    try {
      for (const turn of turns)
        if (turn.role === "assistant" && turn.generation !== undefined && isRunning(turn.state))
          await (await this.#parts.studio.tasks()).answers.end(turn.generation);
    } catch (error) {
      log.error("deleting", error);
    }
  }

  dispose(): void {
    for (const session of this.#sessions.values()) session.dispose();
  }

  /** @throws ServiceError, or an Error with a message for the user. */
  async #chooseModel(): Promise<string> {
    await this.#parts.studio.models.list();
    const { models } = await listPanelModels(this.#parts.studio, false);
    const model = suggestModel(models, settings.defaultModel("text") || (this.#parts.studio.state.lastChoices("text")?.model ?? ""));
    if (model === undefined) throw new Error(vscode.l10n.t("The service lists no model that answers with text."));
    return model;
  }

  async #answer(allowance: Allowance, body: ResponseRequest, options: AnswerOptions): Promise<Generation> {
    const { studio } = this.#parts;
    const [generations, { baseUrl }] = await Promise.all([studio.generations(allowance), studio.connection()]);
    return generations.start({ interface: "v1", kind: "text", body }, { baseUrl, isResumable: true, ...options });
  }

  #start(conversation: Conversation): Session {
    const session = new Session(conversation, {
      tasks: () => this.#parts.studio.tasks(),
      baseUrl: async () => (await this.#parts.studio.connection()).baseUrl,
      isDemo: this.#parts.studio.isDemo,
      conversations: this.#parts.conversations,
      chooseModel: () => this.#chooseModel(),
      allow: async (findModel) => {
        const allowance = await askForAnswer(this.#parts.studio, findModel);
        return allowance && ((text, options) => this.#answer(allowance, text, options));
      },
      readAttachment: (attachment) => readContent(attachment, this.#parts.held.content(attachment.id)),
      capabilitiesOf: (model) => this.#parts.studio.models.find(model)?.capabilities,
      readImage: (file) => this.#parts.images.dataUri(file),
      keepImage: (data) => this.#parts.images.keep(data),
      describe: (error) =>
        describeTurnError(error, {
          now: Date.now(),
          hasAccountPage: settings.accountPage() !== "",
          isFree: settings.isFree(),
        }),
      report: (error) => void report(error),
      warn: (message) => log.warn(message),
    });
    this.#sessions.set(conversation.id, session);
    session.subscribe((changes) => this.#parts.shown.follow(conversation.id, changes));
    session.recover();
    return session;
  }

  /** A new conversation starts with the settings of the previous one, except its instructions. */
  #initialSettings(): ConversationSettings {
    const newest = this.#parts.conversations.newest();
    const before = newest === undefined ? undefined : this.conversation(newest)?.settings;
    const model = settings.defaultModel("text") || before?.model || (this.#parts.studio.state.lastChoices("text")?.model ?? "");
    return { ...defaultSettings, ...before, instructions: "", model };
  }
}

function readContent(attachment: Attachment, content: Uint8Array | undefined): AttachmentContent | undefined {
  if (content === undefined) return undefined;
  const buffer = Buffer.from(content);
  return attachment.kind === "text" ? { text: buffer.toString("utf8") } : { base64: buffer.toString("base64") };
}
