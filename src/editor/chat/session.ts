/** One conversation in; its life out: prompts are sent, answers come in, every change is kept and told to all panels that show it. */
import { randomUUID } from "node:crypto";
import { buildRequest, type ReadAttachment } from "../../chat/buildRequest.ts";
import { applyChange, type Change } from "../../chat/change.ts";
import { changesBetween } from "../../chat/changesBetween.ts";
import { coalesceChanges } from "../../chat/coalesceChanges.ts";
import { type Conversation, findTurn, pathTo, runningTurn, titleFrom, visiblePath, withDescendants } from "../../chat/conversation.ts";
import { type AnswerReader, createAnswerReader, type ReceivedPicture } from "../../chat/readAnswer.ts";
import {
  type AnswerState,
  type AssistantTurn,
  type Attachment,
  type ConversationSettings,
  isRunning,
  type TurnError,
  type UserTurn,
} from "../../chat/turn.ts";
import type { ServiceClient } from "../../client/serviceClient.ts";
import { ServiceError } from "../../client/serviceError.ts";
import { createResponseAssembly, type ResponseAssembly } from "../../contract/responseAssembly.ts";
import type { ResponseRequest } from "../../contract/responseRequest.ts";
import { holdAnswer, watchAnswer } from "./holdAnswer.ts";
import type { Conversations } from "./openConversations.ts";

export interface SessionServices {
  client(): Promise<ServiceClient>;
  isBuiltIn(): Promise<boolean>;
  conversations: Conversations;
  readAttachment: ReadAttachment;
  /** The model for a conversation that has none yet. Waits for the catalogue. */
  chooseModel(): Promise<string>;
  /** Keeps a picture; returns its file name, or undefined where the bytes are no picture. */
  keepPicture(data: string): Promise<string | undefined>;
  describe(error: ServiceError): TurnError;
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
  removeQueued(id: string): void;
  setSettings(settings: ConversationSettings): void;
  rename(title: string): void;
  /** Goes on with an answer that another run of the editor left unfinished; one that another window is at is shown as it grows there. */
  recover(): void;
  /** Takes in what other windows wrote. */
  refresh(): void;
  dispose(): void;
}

/** One batch a frame: the panel cannot show more. */
const frameMilliseconds = 16;
/** While an answer streams, it is written to disk this often; a crash loses less than this, and nothing that has an id. */
const saveMilliseconds = 1000;

export function createSession(conversation: Conversation, services: SessionServices): Session {
  const listeners = new Set<(changes: Change[]) => void>();
  let pending: Change[] = [];
  let flushTimer: NodeJS.Timeout | undefined;
  let lastFlush = 0;
  let saveTimer: NodeJS.Timeout | undefined;
  let disposed = false;
  let lastVersion = services.conversations.version();
  let running: { abort: AbortController; turnId: string } | undefined;

  function flush(): void {
    clearTimeout(flushTimer);
    flushTimer = undefined;
    lastFlush = performance.now();
    const changes = coalesceChanges(pending);
    pending = [];
    if (changes.length > 0) for (const listener of [...listeners]) listener(changes);
  }

  function tell(changes: readonly Change[]): void {
    for (const change of changes) {
      applyChange(conversation, change);
      pending.push(change);
    }
    if (pending.length === 0 || flushTimer !== undefined) return;
    flushTimer = setTimeout(flush, Math.max(0, frameMilliseconds - (performance.now() - lastFlush)));
  }

  function keep(write: () => void): void {
    try {
      write();
    } catch (error) {
      services.warn(`The conversation could not be written: ${error instanceof Error ? error.message : "unknown"}`);
    }
  }

  function saveConversation(): void {
    conversation.updatedAt = Date.now();
    keep(() => services.conversations.saveConversation(conversation));
  }

  function saveTurn(id: string): void {
    clearTimeout(saveTimer);
    saveTimer = undefined;
    const turn = findTurn(conversation, id);
    if (turn) keep(() => services.conversations.saveTurn(conversation.id, turn));
  }

  function saveSoon(id: string): void {
    saveTimer ??= setTimeout(() => saveTurn(id), saveMilliseconds);
  }

  function addPrompt(text: string, attachments: Attachment[], parentId: string | null): UserTurn {
    const turn: UserTurn = { role: "user", id: randomUUID(), parentId, createdAt: Date.now(), text, attachments };
    if (conversation.title === "") tell([{ type: "titleChanged", title: titleFrom(text) }]);
    tell([{ type: "turnAdded", turn }]);
    saveConversation();
    saveTurn(turn.id);
    return turn;
  }

  async function answer(promptId: string): Promise<void> {
    const abort = new AbortController();
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
    await hold(turn.id, abort, async () => {
      const obstacle = await prepare(turn).then(() => undefined, toTurnError);
      tell([{ type: "turnAdded", turn }]);
      saveConversation();
      saveTurn(turn.id);
      try {
        if (obstacle === undefined) await stream(turn, promptId, abort.signal, began);
        else settle(turn.id, "failed", began, undefined, obstacle);
      } catch (error) {
        settle(turn.id, "failed", began, undefined, toTurnError(error));
      }
    });
  }

  /** A prompt may be faster than the catalogue: it waits for the model that will answer it. */
  async function prepare(turn: AssistantTurn): Promise<void> {
    turn.demo = await services.isBuiltIn();
    if (conversation.settings.model === "") {
      const model = await services.chooseModel();
      if (conversation.settings.model === "") tell([{ type: "settingsChanged", settings: { ...conversation.settings, model } }]);
    }
    turn.model = conversation.settings.model;
  }

  async function hold(turnId: string, abort: AbortController, work: () => Promise<void>): Promise<void> {
    running = { abort, turnId };
    await holdAnswer(services.conversations, turnId, abort, keep, work);
    running = undefined;
    if (!disposed) sendQueued();
  }

  /** Another window answers: its answer is shown as far as it is written down, until it ends, or until that window is gone. */
  function watch(turnId: string): void {
    const abort = new AbortController();
    running = { abort, turnId };
    // What waits was sent in the other window, which sends it itself.
    conversation.queue = [];
    const look = () => {
      keep(refreshTurns);
      const turn = findTurn(conversation, turnId);
      return turn?.role !== "assistant" || !isRunning(turn.state);
    };
    const end = (isOver: boolean) => {
      running = undefined;
      if (isOver) sendQueued();
      else recover();
    };
    const unwatch = watchAnswer(services.conversations, turnId, look, end);
    abort.signal.addEventListener("abort", () => {
      if (disposed) unwatch();
      else keep(() => services.conversations.askToStop(turnId));
    });
  }

  function refreshTurns(): void {
    const version = services.conversations.version();
    if (version === lastVersion) return;
    lastVersion = version;
    const stored = services.conversations.load(conversation.id);
    if (stored !== undefined) tell(changesBetween(conversation, stored));
  }

  function recover(): void {
    const turn = runningTurn(conversation);
    if (turn === undefined || running !== undefined) return;
    if (!services.conversations.claim(turn.id)) watch(turn.id);
    else if (turn.responseId !== undefined) void recoverTurn(turn, turn.responseId);
    else {
      settle(turn.id, "truncated", performance.now() - (Date.now() - turn.createdAt), undefined);
      services.conversations.letGo(turn.id);
    }
  }

  function toTurnError(error: unknown): TurnError {
    if (error instanceof ServiceError) return services.describe(error);
    return { kind: "unknown", message: error instanceof Error ? error.message : String(error) };
  }

  async function stream(turn: AssistantTurn, promptId: string, signal: AbortSignal, began: number): Promise<void> {
    const request = buildRequest(pathTo(conversation, promptId), conversation.settings, services.readAttachment);
    const client = await services.client();
    const assembly = createResponseAssembly();
    const reader = createAnswerReader(turn.id);
    const exchange = client.streamResponse(request, { signal });
    const pictures: Promise<void>[] = [];
    for await (const event of exchange) {
      if (signal.aborted) break;
      pictures.push(...read(turn.id, reader, assembly.apply(event)));
      saveSoon(turn.id);
    }
    const result = await exchange.result;
    await Promise.all(pictures);
    if (signal.aborted || result.outcome === "aborted") {
      settle(turn.id, "stopped", began, reader);
      return;
    }
    // An answer that came as plain JSON has no events.
    if (assembly.outcome === undefined && result.response !== undefined) await finish(turn.id, reader, assembly, result.response);
    settle(turn.id, result.outcome, began, reader, result.error && toTurnError(result.error));
  }

  function read(turnId: string, reader: AnswerReader, assembled: Parameters<AnswerReader["read"]>[0]): Promise<void>[] {
    const { changes, pictures } = reader.read(assembled);
    tell(changes);
    return pictures.map((picture) => keepPicture(turnId, picture));
  }

  async function finish(
    turnId: string,
    reader: AnswerReader,
    assembly: ResponseAssembly,
    response: Parameters<ResponseAssembly["applyResponse"]>[0],
  ) {
    await Promise.all(read(turnId, reader, assembly.applyResponse(response)));
  }

  async function keepPicture(turnId: string, { key, data, isWhole }: ReceivedPicture): Promise<void> {
    const file = await services.keepPicture(data).catch(() => undefined);
    if (file === undefined) {
      if (isWhole) tell([{ type: "imageChanged", turnId, key, state: "damaged" }]);
      return;
    }
    tell([{ type: "imageChanged", turnId, key, state: isWhole ? "ready" : "drawing", file }]);
  }

  function settle(turnId: string, state: AnswerState, began: number, reader: AnswerReader | undefined, error?: TurnError): void {
    tell([
      {
        type: "answerSettled",
        turnId,
        state,
        milliseconds: Math.round(performance.now() - began),
        ...(reader?.usage ? { usage: reader.usage } : {}),
        ...(reader?.incompleteReason === undefined ? {} : { incompleteReason: reader.incompleteReason }),
        ...(error ? { error } : {}),
      },
    ]);
    flush();
    saveTurn(turnId);
    saveConversation();
  }

  function sendQueued(): void {
    const [next, ...rest] = conversation.queue;
    if (next === undefined || running !== undefined) return;
    tell([{ type: "queueChanged", queue: rest }]);
    sendNow(next.text, next.attachments);
  }

  function sendNow(text: string, attachments: Attachment[]): void {
    const last = visiblePath(conversation).at(-1);
    const prompt = addPrompt(text, attachments, last?.id ?? null);
    void answer(prompt.id);
  }

  async function recoverTurn(turn: AssistantTurn, responseId: string): Promise<void> {
    const abort = new AbortController();
    const began = performance.now() - (Date.now() - turn.createdAt);
    await hold(turn.id, abort, async () => {
      try {
        const client = await services.client();
        const result = await client.finishResponse(responseId, { signal: abort.signal });
        const assembly = createResponseAssembly();
        const reader = createAnswerReader(turn.id);
        if (result.response !== undefined) {
          tell([{ type: "partsCleared", turnId: turn.id }]);
          await finish(turn.id, reader, assembly, result.response);
        }
        settle(turn.id, result.outcome, began, reader, result.error && toTurnError(result.error));
      } catch (error) {
        settle(turn.id, abort.signal.aborted ? "stopped" : "truncated", began, undefined, toTurnError(error));
      }
    });
  }

  return {
    conversation,
    snapshot() {
      flush();
      return conversation;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    send(text, attachments) {
      if (running === undefined) {
        sendNow(text, attachments);
        return;
      }
      tell([{ type: "queueChanged", queue: [...conversation.queue, { id: randomUUID(), text, attachments }] }]);
      saveConversation();
    },
    stop() {
      running?.abort.abort();
    },
    regenerate(turnId) {
      const turn = findTurn(conversation, turnId);
      if (running !== undefined || turn?.role !== "assistant" || turn.parentId === null) return;
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
      if (running !== undefined || turn?.role !== "user") return;
      const prompt = addPrompt(text, turn.attachments, turn.parentId);
      void answer(prompt.id);
    },
    change(change) {
      tell([change]);
      saveConversation();
    },
    deleteTurn(turnId) {
      const gone = withDescendants(conversation, turnId);
      if (running !== undefined && gone.has(running.turnId)) running.abort.abort();
      tell([{ type: "turnRemoved", turnId }]);
      keep(() => services.conversations.removeTurns(conversation.id, gone));
      saveConversation();
    },
    removeQueued(id) {
      tell([{ type: "queueChanged", queue: conversation.queue.filter((prompt) => prompt.id !== id) }]);
      saveConversation();
    },
    setSettings(settings) {
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
      if (running === undefined) keep(refreshTurns);
    },
    dispose() {
      disposed = true;
      const unfinished = running;
      unfinished?.abort.abort();
      flush();
      if (unfinished !== undefined) {
        if (saveTimer !== undefined) saveTurn(unfinished.turnId);
        // The next window goes on with it at once.
        keep(() => services.conversations.letGo(unfinished.turnId));
      }
      clearTimeout(saveTimer);
      listeners.clear();
    },
  };
}
