/** What can be done with one conversation: sending, stopping, regenerating and continuing, and changes of its texts and settings. */
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
  /** The conversation for a panel that becomes ready; every change in it has been sent, so that none is sent again. */
  snapshot(): Conversation;
  /** Changes of at most one frame, joined. */
  subscribe(listener: (changes: Change[]) => void): () => void;
  /** Sends at once, though the queue is paused, or waits for the running answer. */
  send(text: string, attachments: Attachment[], document?: DocumentPrompt): void;
  /** Shows a task as the answer to a prompt: to one that is there, else to a new one, after `parentId` or at the end. */
  addTask(task: StartedTask, prompt: { id: string } | { text: string; attachments: Attachment[]; parentId?: string | null }): void;
  stop(): void;
  /** `model`: another one than the conversation's, for this answer alone. */
  regenerate(turnId: string, model?: string): void;
  /** Has another model answer the same prompt. The answer that was there stays the one that the conversation goes on with. */
  compare(turnId: string, model: string): void;
  /** Ends the comparison: the conversation goes on with this answer. */
  keepAnswer(turnId: string): void;
  /** Fetches the rest of an answer that was cut off or stopped. */
  fetchAnswer(turnId: string): void;
  /** Asks the model of an answer that ended before it was complete, and that nothing follows, for the rest. */
  continueAnswer(turnId: string): void;
  /** The request that a prompt makes, or that an answer came from; undefined where there is no such turn. */
  requestOf(turnId: string): ResponseRequest | undefined;
  resend(turnId: string, text: string): void;
  change(change: Change): void;
  deleteTurn(turnId: string): void;
  /** Resolves with undefined where it was sent or removed meanwhile. Rejects where that is not certain: it stays. */
  removeQueued(id: string): Promise<QueuedPrompt | undefined>;
  /** Sends what waits in a paused queue. */
  resumeQueue(): void;
  /** Moves a queued prompt one position forward. */
  moveQueuedUp(id: string): void;
  /** What is not changed stays as it is. */
  setSettings(changed: ChangedSettings): void;
  /** Resolves when it is written. */
  rename(title: string): Promise<void>;
  /**
   * Completes the answer that another run of the editor began; what waited for it is paused, since nobody may be here who wants it sent.
   * While another window answers, its answer is shown as it grows there.
   */
  recover(): void;
  /** Takes in what other windows wrote, and what they are answering. */
  refresh(): void;
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

  /** What follows an answer rests on it as it is. */
  function findContinuable(id: string): AssistantTurn | undefined {
    const turn = findAnswer(id);
    const isFollowed = conversation.turns.some(({ parentId }) => parentId === id);
    return turn !== undefined && isContinuable(turn) && !isFollowed ? turn : undefined;
  }

  /** Whoever goes on writing in a conversation that was deleted in another window keeps it. */
  function keepDeleted(): void {
    if (tryToRead((store) => store.isDeleted(conversation.id), false))
      tryToWrite((store) => store.saveAll(conversation), undefined).catch(services.report);
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
      // Of the answer that is being written here, the store knows less.
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
      answering.begin(() => answering.answer(promptId, model ?? (compared && answer.model), answer === second ? first?.id : undefined));
    },
    compare(turnId, model) {
      const answer = findAnswer(turnId);
      const promptId = answer?.parentId;
      if (promptId === undefined || promptId === null) return;
      answering.begin(() => answering.answer(promptId, model, answer?.comparedWith ?? turnId));
    },
    keepAnswer(turnId) {
      transcript.endComparison(turnId);
      apply([{ type: "turnChosen", turnId }]);
      saveConversation();
    },
    fetchAnswer(turnId) {
      if (findFetchable(turnId) === undefined) return;
      answering.begin(async () => {
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
      answering.begin(async () => {
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
      return buildRequest(pathTo(conversation, promptId), { ...conversation.settings, model }, services.readAttachment, services.readImage);
    },
    resend(turnId, text) {
      const turn = findTurn(conversation, turnId);
      if (turn?.role !== "user") return;
      answering.begin(() => {
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
      void tryToWrite((store) => store.removeTurns(conversation.id, gone), undefined);
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
      // Settings alone do not make a conversation worth keeping.
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
    dispose: answering.dispose,
  };
}
