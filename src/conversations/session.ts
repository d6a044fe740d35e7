/** The operations on one conversation: sending, stopping, regenerating, continuing, and changing its texts and settings. */
import { randomUUID } from "node:crypto";
import { buildRequest } from "../chat/buildRequest.ts";
import type { Change } from "../chat/change.ts";
import {
  type Conversation,
  comparedAnswers,
  findTurn,
  modelOfDocument,
  pathTo,
  visiblePath,
  withDescendants,
} from "../chat/conversation.ts";
import type { DocumentPrompt } from "../chat/documentPrompt.ts";
import {
  type AssistantTurn,
  type Attachment,
  type ChangedSettings,
  conversationSettingsSchema,
  isContinuable,
  isFetchable,
  type QueuedPrompt,
} from "../chat/turn.ts";
import type { MediaKind } from "../contract/kind.ts";
import type { ResponseRequest } from "../contract/responseRequest.ts";
import { type AnsweringServices, createAnswering } from "./answering.ts";
import { createAnswerWriter } from "./answerWriter.ts";
import { createTranscript } from "./transcript.ts";

export interface SessionServices extends AnsweringServices {
  warn(message: string): void;
}

interface StartedTask {
  key: string;
  kind: MediaKind;
  model: string;
}

export interface Session {
  readonly conversation: Conversation;
  /** The conversation for a panel that becomes ready. Flushes pending changes first, so that none is sent twice. */
  snapshot(): Conversation;
  /** Called with the combined changes of at most one frame. */
  subscribe(listener: (changes: Change[]) => void): () => void;
  /** Sends at once, even if the queue is paused; if an answer is running, waits for its end. */
  send(text: string, attachments: Attachment[], document?: DocumentPrompt): void;
  /** Adds a task as the answer to an existing prompt, or to a new one after `parentId` or at the end. */
  addTask(task: StartedTask, prompt: { id: string } | { text: string; attachments: Attachment[]; parentId?: string | null }): void;
  stop(): void;
  /** `model` overrides the conversation's model for this answer. */
  regenerate(turnId: string, model?: string): void;
  /** Has another model answer the same prompt. Until the user chooses, the conversation continues from the first answer. */
  compare(turnId: string, model: string): void;
  /** Ends the comparison: the conversation continues from this answer. */
  keepAnswer(turnId: string): void;
  /** Fetches the rest of a truncated or stopped answer. */
  fetchAnswer(turnId: string): void;
  /** Asks the model for the rest of an incomplete answer. Does nothing if turns follow it. */
  continueAnswer(turnId: string): void;
  /** The request for a prompt or an answer; undefined if the turn does not exist. */
  requestOf(turnId: string): ResponseRequest | undefined;
  resend(turnId: string, text: string): void;
  change(change: Change): void;
  deleteTurn(turnId: string): void;
  /** Resolves with undefined if it was sent or removed in the meantime. Rejects if that is not certain; then it stays queued. */
  removeQueued(id: string): Promise<QueuedPrompt | undefined>;
  /** Continues a paused queue. */
  resumeQueue(): void;
  /** Moves a queued prompt one position forward. */
  moveQueuedUp(id: string): void;
  /** Settings that are not given stay the same. */
  setSettings(changed: ChangedSettings): void;
  /** Resolves when the title is written. */
  rename(title: string): Promise<void>;
  /**
   * Completes an answer that an earlier run of the editor has started, and pauses the queue, because the user may not want its prompts to
   * be sent any more. While another window is answering, shows its progress.
   */
  recover(): void;
  /** Reads other windows' changes, and shows the answer that one of them is writing. */
  refresh(): void;
  /** Called after another process has written: like `refresh`, but continues nothing here, because that process may be about to. */
  follow(): void;
  dispose(): void;
}

export function createSession(conversation: Conversation, services: SessionServices): Session {
  const transcript = createTranscript(conversation, services.conversations, services.warn);
  const writer = createAnswerWriter(transcript, services);
  const { apply, tryToRead, tryToWrite, saveTurn } = transcript;
  const saveConversation = () => void transcript.saveConversation();
  const answering = createAnswering(transcript, writer, services);

  function findAnswer(id: string): AssistantTurn | undefined {
    const turn = findTurn(conversation, id);
    return turn?.role === "assistant" ? turn : undefined;
  }

  function findFetchable(id: string): AssistantTurn | undefined {
    const turn = findAnswer(id);
    return turn !== undefined && isFetchable(turn, Date.now()) ? turn : undefined;
  }

  /** Turns that follow an answer depend on it, so it must not change any more. */
  function findContinuable(id: string): AssistantTurn | undefined {
    const turn = findAnswer(id);
    const isFollowed = conversation.turns.some(({ parentId }) => parentId === id);
    return turn !== undefined && isContinuable(turn) && !isFollowed ? turn : undefined;
  }

  /** If the conversation was deleted in another window, writing in it stores it again. */
  function keepDeleted(): void {
    if (tryToRead((store) => store.isDeleted(conversation.id), false))
      tryToWrite((store) => store.saveAll(conversation), undefined).catch(services.report);
  }

  /** For what the user asks of an existing turn. */
  function begin(work: () => Promise<void>): void {
    keepDeleted();
    answering.begin(work);
  }

  return {
    conversation,
    snapshot() {
      transcript.flush();
      return conversation;
    },
    subscribe: transcript.subscribe,
    send(text, attachments, document) {
      keepDeleted();
      const id = randomUUID();
      apply([
        {
          type: "queueChanged",
          queue: [...conversation.queue, { id, text, attachments, ...(document === undefined ? {} : { document }) }],
        },
      ]);
      saveConversation();
      answering.sendNext(id);
    },
    addTask({ key, kind, model }, prompt) {
      keepDeleted();
      // While this window is writing an answer, the store is behind.
      if (!answering.isRunning()) transcript.refresh();
      const last = visiblePath(conversation).at(-1)?.id ?? null;
      const parentId =
        "id" in prompt
          ? prompt.id
          : answering.addPrompt(
              { text: prompt.text, attachments: prompt.attachments },
              prompt.parentId === undefined ? last : prompt.parentId,
            ).id;
      const turn: AssistantTurn = {
        role: "assistant",
        id: randomUUID(),
        parentId,
        createdAt: Date.now(),
        model,
        demo: services.isDemo(model),
        state: "completed",
        parts: [{ kind: "task", key: "task", task: key, media: kind }],
      };
      apply([{ type: "turnAdded", turn }]);
      saveConversation();
      saveTurn(turn.id);
    },
    stop: answering.stop,
    regenerate(turnId, model) {
      const answer = findAnswer(turnId);
      const promptId = answer?.parentId;
      if (answer === undefined || promptId === undefined || promptId === null) return;
      const compared = comparedAnswers(transcript.conversation, answer);
      const [first, second] = compared ?? [];
      begin(() => answering.answer(promptId, model ?? (compared && answer.model), answer === second ? first?.id : undefined));
    },
    compare(turnId, model) {
      const answer = findAnswer(turnId);
      const promptId = answer?.parentId;
      if (promptId === undefined || promptId === null) return;
      begin(() => answering.answer(promptId, model, answer?.comparedWith ?? turnId));
    },
    keepAnswer(turnId) {
      transcript.endComparison(turnId);
      apply([{ type: "turnChosen", turnId }]);
      saveConversation();
    },
    fetchAnswer(turnId) {
      if (findFetchable(turnId) === undefined) return;
      begin(async () => {
        // Another window may have fetched it.
        const turn = findFetchable(turnId);
        if (turn === undefined) return;
        apply([{ type: "answerResumed", turnId }]);
        saveTurn(turnId);
        await answering.complete(turn);
      });
    },
    continueAnswer(turnId) {
      if (findContinuable(turnId) === undefined) return;
      begin(async () => {
        // Another window may have continued it.
        if (findContinuable(turnId) === undefined) return;
        apply([{ type: "answerContinued", turnId, since: Date.now() }]);
        saveTurn(turnId);
        const turn = findAnswer(turnId);
        if (turn !== undefined) await answering.answerRest(turn);
      });
    },
    requestOf(turnId) {
      const turn = findTurn(conversation, turnId);
      const promptId = turn?.role === "assistant" ? turn.parentId : turn?.id;
      if (promptId === undefined || promptId === null) return undefined;
      const model = (turn?.role === "assistant" && turn.model) || modelOfDocument(turn) || conversation.settings.model;
      const settings = { ...conversation.settings, model };
      return buildRequest(pathTo(conversation, promptId), settings, services.readAttachment, services.readImage, services.inputOf(model));
    },
    resend(turnId, text) {
      const turn = findTurn(conversation, turnId);
      if (turn?.role !== "user") return;
      begin(() => {
        const prompt = answering.addPrompt({ ...turn, text }, turn.parentId);
        return answering.answer(prompt.id);
      });
    },
    change(change) {
      apply([change]);
      saveConversation();
    },
    deleteTurn(turnId) {
      const gone = withDescendants(conversation, turnId);
      const runningId = answering.runningTurnId();
      if (runningId !== undefined && gone.has(runningId)) answering.stop();
      apply([{ type: "turnRemoved", turnId }]);
      transcript.removeTurns(gone);
      saveConversation();
    },
    async removeQueued(id) {
      const removed = conversation.queue.find((prompt) => prompt.id === id);
      const isOurs = await services.conversations.takeQueued(conversation.id, id);
      apply([{ type: "queueChanged", queue: conversation.queue.filter((prompt) => prompt.id !== id) }]);
      saveConversation();
      return isOurs ? removed : undefined;
    },
    resumeQueue() {
      apply([{ type: "queuePauseChanged" }]);
      saveConversation();
      answering.sendNext();
    },
    moveQueuedUp(id) {
      const queue = [...conversation.queue];
      const at = queue.findIndex((prompt) => prompt.id === id);
      if (at < 1) return;
      queue.splice(at - 1, 0, ...queue.splice(at, 1));
      apply([{ type: "queueChanged", queue }]);
      saveConversation();
    },
    setSettings(changed) {
      const settings = conversationSettingsSchema.parse({ ...conversation.settings, ...changed });
      apply([{ type: "settingsChanged", settings }]);
      // A conversation with settings but no turns is not stored.
      if (conversation.turns.length > 0) saveConversation();
    },
    rename(title) {
      apply([{ type: "titleChanged", title }]);
      return transcript.saveConversation();
    },
    recover: answering.recover,
    refresh() {
      if (answering.isRunning()) return;
      transcript.refresh();
      answering.recover();
    },
    follow() {
      if (answering.isRunning()) return;
      transcript.refresh();
      answering.follow();
    },
    dispose: answering.dispose,
  };
}
