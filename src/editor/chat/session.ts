/** One conversation in; its life out: prompts are sent one after the other, whichever window they come from, and answers come in. */
import { randomUUID } from "node:crypto";
import { buildRequest } from "../../chat/buildRequest.ts";
import type { Change } from "../../chat/change.ts";
import { type Conversation, findTurn, pathTo, runningTurn, titleFrom, visiblePath, withDescendants } from "../../chat/conversation.ts";
import {
  type AssistantTurn,
  type Attachment,
  type ChangedSettings,
  conversationSettingsSchema,
  type QueuedPrompt,
  type UserTurn,
} from "../../chat/turn.ts";
import type { ResponseRequest } from "../../contract/responseRequest.ts";
import { type AnswerServices, createAnswerWriter } from "./answerWriter.ts";
import { holdAnswer, watchAnswer } from "./holdAnswer.ts";
import type { Conversations } from "./openConversations.ts";
import { createTranscript } from "./transcript.ts";

export interface SessionServices extends AnswerServices {
  isBuiltIn(): Promise<boolean>;
  conversations: Conversations;
  /** The model for a conversation that has none yet. Waits for the catalogue. */
  chooseModel(): Promise<string>;
  warn(message: string): void;
}

export interface Session {
  readonly conversation: Conversation;
  /** The conversation for a panel that becomes ready; every change in it has been told, so that none is told once more. */
  snapshot(): Conversation;
  /** Changes of at most one frame, joined. */
  subscribe(listener: (changes: Change[]) => void): () => void;
  /** Sends at once, or waits for the running answer. */
  send(text: string, attachments: Attachment[]): void;
  stop(): void;
  regenerate(turnId: string): void;
  /** The request that a prompt makes, or that an answer came from; undefined where there is no such turn. */
  requestOf(turnId: string): ResponseRequest | undefined;
  resend(turnId: string, text: string): void;
  change(change: Change): void;
  deleteTurn(turnId: string): void;
  /** undefined where it was sent or removed meanwhile. */
  removeQueued(id: string): QueuedPrompt | undefined;
  /** One place earlier. */
  hastenQueued(id: string): void;
  /** What is not changed stays as it is. */
  setSettings(changed: ChangedSettings): void;
  rename(title: string): void;
  /** Goes on where another run of the editor ended; while another window answers, its answer is shown as it grows there. */
  recover(): void;
  /** Takes in what other windows wrote, and what they are answering. */
  refresh(): void;
  dispose(): void;
}

/** This window's own answer, or one of another window that is watched; its turn may not be there yet. */
interface Running {
  abort: AbortController;
  turnId: string | undefined;
}

export function createSession(conversation: Conversation, services: SessionServices): Session {
  const transcript = createTranscript(conversation, services.conversations, services.warn);
  const writer = createAnswerWriter(transcript, services);
  const { tell, attempt, saveConversation, saveTurn } = transcript;
  let running: Running | undefined;
  let disposed = false;

  function addPrompt(text: string, attachments: Attachment[], parentId: string | null): UserTurn {
    const turn: UserTurn = { role: "user", id: randomUUID(), parentId, createdAt: Date.now(), text, attachments };
    if (conversation.title === "") tell([{ type: "titleChanged", title: titleFrom(text) }]);
    tell([{ type: "turnAdded", turn }]);
    saveConversation();
    saveTurn(turn.id);
    return turn;
  }

  async function answer(promptId: string): Promise<void> {
    const turn: AssistantTurn = {
      role: "assistant",
      id: randomUUID(),
      parentId: promptId,
      createdAt: Date.now(),
      model: conversation.settings.model,
      demo: false,
      state: "waiting",
      parts: [],
    };
    const began = performance.now();
    await hold(turn.id, async (signal) => {
      const obstacle = await prepare(turn).catch((error: unknown) => ({ error }));
      tell([{ type: "turnAdded", turn }]);
      saveConversation();
      saveTurn(turn.id);
      if (obstacle === undefined) await writer.stream(turn, promptId, signal, began);
      else writer.fail(turn, obstacle.error, began);
    });
  }

  /** A prompt may be faster than the catalogue: it waits for the model that will answer it. */
  async function prepare(turn: AssistantTurn): Promise<undefined> {
    turn.demo = await services.isBuiltIn();
    if (conversation.settings.model === "") {
      const model = await services.chooseModel();
      if (conversation.settings.model === "") tell([{ type: "settingsChanged", settings: { ...conversation.settings, model } }]);
    }
    turn.model = conversation.settings.model;
  }

  async function hold(turnId: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const abort = new AbortController();
    running = { abort, turnId };
    await holdAnswer(transcript, abort, () => work(abort.signal));
    running = undefined;
    goOn();
  }

  /** Only one window at a time answers in a conversation. false: it is another one, whose answer is shown from now on. */
  function claim(): boolean {
    if (!attempt((store) => store.claim(conversation.id), true)) {
      watch();
      return false;
    }
    transcript.refresh();
    return true;
  }

  function watch(): void {
    const abort = new AbortController();
    transcript.refresh();
    running = { abort, turnId: runningTurn(conversation)?.id };
    const look = () => {
      transcript.refresh();
      return runningTurn(conversation) === undefined;
    };
    const unwatch = watchAnswer(transcript, look, () => {
      running = undefined;
      recover();
    });
    abort.signal.addEventListener("abort", () => {
      if (disposed) unwatch();
      else attempt((store) => store.askToStop(conversation.id), undefined);
    });
  }

  function recover(): void {
    const turn = runningTurn(conversation);
    if (running !== undefined || disposed) return;
    if (turn === undefined) {
      goOn();
      return;
    }
    if (!claim()) return;
    const { responseId } = turn;
    if (responseId !== undefined) void hold(turn.id, (signal) => writer.fetch(turn, responseId, signal));
    else {
      writer.cutOff(turn);
      letGo();
      goOn();
    }
  }

  function letGo(): void {
    attempt((store) => store.letGo(conversation.id), undefined);
  }

  /** Sends what waits; while another window answers, after that. */
  function goOn(): void {
    if (disposed || running !== undefined || conversation.queue.length === 0 || !claim()) return;
    if (runningTurn(conversation) !== undefined) {
      recover();
      return;
    }
    for (const { id, text, attachments } of conversation.queue) {
      const isOurs = attempt((store) => store.takeQueued(conversation.id, id), true);
      tell([{ type: "queueChanged", queue: conversation.queue.filter((prompt) => prompt.id !== id) }]);
      if (!isOurs) continue;
      const prompt = addPrompt(text, attachments, visiblePath(conversation).at(-1)?.id ?? null);
      void answer(prompt.id);
      return;
    }
    letGo();
  }

  return {
    conversation,
    snapshot() {
      transcript.flush();
      return conversation;
    },
    subscribe: transcript.subscribe,
    send(text, attachments) {
      // Whoever goes on writing in a conversation that was deleted in another window keeps it.
      if (attempt((store) => store.isDeleted(conversation.id), false)) attempt((store) => store.saveAll(conversation), undefined);
      tell([{ type: "queueChanged", queue: [...conversation.queue, { id: randomUUID(), text, attachments }] }]);
      saveConversation();
      goOn();
    },
    stop() {
      running?.abort.abort();
    },
    regenerate(turnId) {
      const turn = findTurn(conversation, turnId);
      if (running !== undefined || turn?.role !== "assistant" || turn.parentId === null || !claim()) return;
      void answer(turn.parentId);
    },
    requestOf(turnId) {
      const turn = findTurn(conversation, turnId);
      const promptId = turn?.role === "assistant" ? turn.parentId : turn?.id;
      if (promptId === undefined || promptId === null) return undefined;
      return buildRequest(pathTo(conversation, promptId), conversation.settings, services.readAttachment);
    },
    resend(turnId, text) {
      const turn = findTurn(conversation, turnId);
      if (running !== undefined || turn?.role !== "user" || !claim()) return;
      const prompt = addPrompt(text, turn.attachments, turn.parentId);
      void answer(prompt.id);
    },
    change(change) {
      tell([change]);
      saveConversation();
    },
    deleteTurn(turnId) {
      const gone = withDescendants(conversation, turnId);
      if (running?.turnId !== undefined && gone.has(running.turnId)) running.abort.abort();
      tell([{ type: "turnRemoved", turnId }]);
      attempt((store) => store.removeTurns(conversation.id, gone), undefined);
      saveConversation();
    },
    removeQueued(id) {
      const removed = conversation.queue.find((prompt) => prompt.id === id);
      const isOurs = attempt((store) => store.takeQueued(conversation.id, id), true);
      tell([{ type: "queueChanged", queue: conversation.queue.filter((prompt) => prompt.id !== id) }]);
      saveConversation();
      return isOurs ? removed : undefined;
    },
    hastenQueued(id) {
      const queue = [...conversation.queue];
      const at = queue.findIndex((prompt) => prompt.id === id);
      if (at < 1) return;
      queue.splice(at - 1, 0, ...queue.splice(at, 1));
      tell([{ type: "queueChanged", queue }]);
      saveConversation();
    },
    setSettings(changed) {
      const settings = conversationSettingsSchema.parse({ ...conversation.settings, ...changed });
      tell([{ type: "settingsChanged", settings }]);
      // Settings alone do not make a conversation worth keeping.
      if (conversation.turns.length > 0) saveConversation();
    },
    rename(title) {
      tell([{ type: "titleChanged", title }]);
      saveConversation();
    },
    recover,
    refresh() {
      if (running !== undefined) return;
      transcript.refresh();
      recover();
    },
    dispose() {
      disposed = true;
      // The next window goes on with the answer at once: how it ends here is not written down.
      if (running !== undefined) letGo();
      transcript.dispose();
      running?.abort.abort();
    },
  };
}
