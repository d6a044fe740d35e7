/** The operations on one conversation: sending, stopping, regenerating, continuing, and changing its texts and settings. */
import { randomUUID } from "node:crypto";
import type { Change } from "../chat/conversation/change.ts";
import {
  type Conversation,
  findTurn,
  modelOfDocument,
  pathTo,
  plainText,
  visiblePath,
  withDescendants,
} from "../chat/conversation/conversation.ts";
import type { DocumentPrompt } from "../chat/conversation/documentPrompt.ts";
import {
  type AssistantTurn,
  type Attachment,
  type ChangedSettings,
  conversationSettingsSchema,
  type QueuedAction,
  type QueuedPrompt,
} from "../chat/conversation/turn.ts";
import { buildRequest } from "../chat/request/buildRequest.ts";
import { acceptedFiles } from "../chat/request/refusedFiles.ts";
import { withoutRefusedSettings } from "../chat/request/refusedSettings.ts";
import type { MediaKind } from "../contract/kind.ts";
import type { ResponseRequest } from "../contract/responseRequest.ts";
import { Answering, type AnsweringServices } from "./answering.ts";
import { AnswerWriter } from "./answerWriter.ts";
import { queuedStep } from "./queuedStep.ts";
import { SavedConversation } from "./savedConversation.ts";

export interface SessionServices extends AnsweringServices {
  warn(message: string): void;
}

interface StartedTask {
  key: string;
  kind: MediaKind;
  model: string;
}

export class Session {
  readonly conversation: Conversation;
  readonly #services: SessionServices;
  readonly #saved: SavedConversation;
  readonly #answering: Answering;

  constructor(conversation: Conversation, services: SessionServices) {
    this.conversation = conversation;
    this.#services = services;
    this.#saved = new SavedConversation(conversation, services.conversations, services.warn);
    this.#answering = new Answering(this.#saved, new AnswerWriter(this.#saved, services), services);
  }

  /** The conversation for a panel that becomes ready. Flushes pending changes first, so that none is sent twice. */
  snapshot(): Conversation {
    this.#saved.flush();
    return this.conversation;
  }

  /** Called with the combined changes of at most one frame. */
  subscribe(listener: (changes: Change[]) => void): () => void {
    return this.#saved.subscribe(listener);
  }

  /** Sends at once, even if the queue is paused; if an answer is running, waits for its end. */
  send(text: string, attachments: Attachment[], document?: DocumentPrompt): void {
    this.#enqueue({ text, attachments, ...(document === undefined ? {} : { document }) });
  }

  /** Adds a task as the answer to an existing prompt, or to a new one after `parentId` or at the end. */
  addTask(
    { key, kind, model }: StartedTask,
    prompt: { id: string } | { text: string; attachments: Attachment[]; parentId?: string | null },
  ): void {
    this.#keepDeleted();
    // While this window is writing an answer, the store is behind.
    if (!this.#answering.isRunning) this.#saved.refresh();
    const last = visiblePath(this.conversation).at(-1)?.id ?? null;
    const parentId =
      "id" in prompt
        ? prompt.id
        : this.#answering.addPrompt(
            { text: prompt.text, attachments: prompt.attachments },
            prompt.parentId === undefined ? last : prompt.parentId,
          ).id;
    const turn: AssistantTurn = {
      role: "assistant",
      id: randomUUID(),
      parentId,
      createdAt: Date.now(),
      model,
      demo: this.#services.isDemo(model),
      state: "completed",
      parts: [{ kind: "task", key: "task", task: key, media: kind }],
    };
    this.#saved.apply([{ type: "turnAdded", turn }]);
    this.#saveConversation();
    this.#saved.saveTurn(turn.id);
  }

  stop(): void {
    this.#answering.stop();
  }

  /** `model` overrides the conversation's model for this answer. If an answer is running, waits for its end, like all that follows. */
  regenerate(turnId: string, model?: string): void {
    this.#ask(turnId, { type: "regenerate", turnId, ...(model === undefined ? {} : { model }) });
  }

  /** Has another model answer the same prompt. Until the user chooses, the conversation continues from the first answer. */
  compare(turnId: string, model: string): void {
    this.#ask(turnId, { type: "compare", turnId, model });
  }

  /** Ends the comparison: the conversation continues from this answer. */
  keepAnswer(turnId: string): void {
    this.#saved.endComparison(turnId);
    this.#saved.apply([{ type: "turnChosen", turnId }]);
    this.#saveConversation();
  }

  /** Fetches the rest of a truncated or stopped answer. */
  fetchAnswer(turnId: string): void {
    this.#ask(turnId, { type: "fetch", turnId });
  }

  /** Asks the model for the rest of an incomplete answer. Does nothing if turns follow it. */
  continueAnswer(turnId: string): void {
    this.#ask(turnId, { type: "continue", turnId });
  }

  /** The request for a prompt or an answer; undefined if the turn does not exist. */
  requestOf(turnId: string): ResponseRequest | undefined {
    const turn = findTurn(this.conversation, turnId);
    const promptId = turn?.role === "assistant" ? turn.parentId : turn?.id;
    if (promptId === undefined || promptId === null) return undefined;
    const model = (turn?.role === "assistant" && turn.model) || modelOfDocument(turn) || this.conversation.settings.model;
    const capabilities = this.#services.capabilitiesOf(model);
    const settings = withoutRefusedSettings(this.conversation.turns, { ...this.conversation.settings, model }, capabilities?.tools);
    return buildRequest(
      pathTo(this.conversation, promptId),
      settings,
      this.#services.readAttachment,
      this.#services.readImage,
      acceptedFiles(this.conversation.turns, model, capabilities?.input),
    );
  }

  /** Sends an edited text beside the message. Returns false if the message was deleted; then nothing is sent. */
  resend(turnId: string, text: string): boolean {
    const turn = findTurn(this.conversation, turnId);
    if (turn?.role !== "user") return false;
    const { attachments, document, parentId } = turn;
    this.#enqueue({ text, attachments, ...(document === undefined ? {} : { document }), action: { type: "edit", parentId } });
    return true;
  }

  change(change: Change): void {
    this.#saved.apply([change]);
    this.#saveConversation();
  }

  deleteTurn(turnId: string): void {
    const gone = withDescendants(this.conversation, turnId);
    const runningId = this.#answering.runningTurnId;
    if (runningId !== undefined && gone.has(runningId)) this.#answering.stop();
    this.#saved.apply([{ type: "turnRemoved", turnId }]);
    this.#saved.removeTurns(gone);
    this.#saveConversation();
  }

  /** Resolves with undefined if it was sent or removed in the meantime. Rejects if that is not certain; then it stays queued. */
  async removeQueued(id: string): Promise<QueuedPrompt | undefined> {
    const removed = this.conversation.queue.find((prompt) => prompt.id === id);
    const isOurs = await this.#services.conversations.takeQueued(this.conversation.id, id);
    this.#saved.apply([{ type: "queueChanged", queue: this.conversation.queue.filter((prompt) => prompt.id !== id) }]);
    this.#saveConversation();
    return isOurs ? removed : undefined;
  }

  /** Continues a paused queue. */
  resumeQueue(): void {
    this.#saved.apply([{ type: "queuePauseChanged" }]);
    this.#saveConversation();
    this.#answering.sendNext();
  }

  /** Moves a queued prompt one position forward. */
  moveQueuedUp(id: string): void {
    const queue = [...this.conversation.queue];
    const at = queue.findIndex((prompt) => prompt.id === id);
    if (at < 1) return;
    queue.splice(at - 1, 0, ...queue.splice(at, 1));
    this.#saved.apply([{ type: "queueChanged", queue }]);
    this.#saveConversation();
  }

  /** Settings that are not given stay the same. */
  setSettings(changed: ChangedSettings): void {
    const settings = conversationSettingsSchema.parse({ ...this.conversation.settings, ...changed });
    this.#saved.apply([{ type: "settingsChanged", settings }]);
    // A conversation with settings but no turns is not stored.
    if (this.conversation.turns.length > 0) this.#saveConversation();
  }

  /** Resolves when the title is written. */
  rename(title: string): Promise<void> {
    this.#saved.apply([{ type: "titleChanged", title }]);
    return this.#saved.saveConversation();
  }

  /**
   * Completes an answer that an earlier run of the editor has started, and pauses the queue, because the user may not want its prompts to
   * be sent any more. While another window is answering, shows its progress.
   */
  recover(): void {
    this.#answering.recover();
  }

  /** Reads other windows' changes, and shows the answer that one of them is writing. */
  refresh(): void {
    if (this.#answering.isRunning) return;
    this.#saved.refresh();
    this.#answering.recover();
  }

  /** Called after another process has written: like `refresh`, but continues nothing here, because that process may be about to. */
  follow(): void {
    if (this.#answering.isRunning) return;
    this.#saved.refresh();
    this.#answering.follow();
  }

  dispose(): void {
    this.#answering.dispose();
  }

  /** Everything that is requested waits here, so that it is in the queue or in the turns at any time, in every window. */
  #enqueue(prompt: Omit<QueuedPrompt, "id">): void {
    this.#keepDeleted();
    const id = randomUUID();
    this.#saved.apply([{ type: "queueChanged", queue: [...this.conversation.queue, { ...prompt, id }] }]);
    this.#saveConversation();
    this.#answering.sendNext(id);
  }

  /** Enqueues what the user asks of an answer, unless that is impossible, or is a second click. */
  #ask(turnId: string, action: QueuedAction): void {
    const promptId = findTurn(this.conversation, turnId)?.parentId;
    const prompt = typeof promptId === "string" ? findTurn(this.conversation, promptId) : undefined;
    const asked = { text: prompt === undefined ? "" : plainText(prompt), attachments: [], action };
    const isAsked = this.#answering.unfinished.some((asked) => JSON.stringify(asked.action) === JSON.stringify(action));
    if (!isAsked && queuedStep(this.conversation, { id: "", ...asked }) !== undefined) this.#enqueue(asked);
  }

  /** If the conversation was deleted in another window, writing in it stores it again. */
  #keepDeleted(): void {
    if (this.#saved.tryToRead((store) => store.isDeleted(this.conversation.id), false))
      this.#saved.tryToWrite((store) => store.saveAll(this.conversation), undefined).catch(this.#services.report);
  }

  #saveConversation(): void {
    void this.#saved.saveConversation();
  }
}
