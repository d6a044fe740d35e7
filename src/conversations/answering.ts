/** Answers the prompts of one conversation one after the other, in one window at a time. */
import { randomUUID } from "node:crypto";
import { findTurn, modelOfDocument, runningTurn, titleFrom, visiblePath } from "../chat/conversation.ts";
import type { AssistantTurn, QueuedPrompt, QueuePause, Turn, UserTurn } from "../chat/turn.ts";
import type { AnswerServices, AnswerWriter } from "./answerWriter.ts";
import type { ConversationStore } from "./conversationStore.ts";
import type { Transcript } from "./transcript.ts";
import { watchUntil } from "./watchUntil.ts";

export interface AnsweringServices extends AnswerServices {
  conversations: ConversationStore;
  /** Tells the user why nothing was sent. */
  report(error: unknown): void;
  /** Whether what a model answers is a demo. */
  isDemo(model: string): boolean;
  /** The model for a conversation that has none yet. Waits for the catalogue. */
  chooseModel(): Promise<string>;
}

/** What the user sends. */
type Prompt = Omit<QueuedPrompt, "id">;

export interface Answering {
  /** This window answers, or shows the answer of another one as it grows. */
  isRunning(): boolean;
  /** Of the answer that is running; undefined where there is none, or its turn is not there yet. */
  runningTurnId(): string | undefined;
  /**
   * Claims the conversation, works in it and gives it back; does nothing while `isRunning`. Only one window at a time answers in a conversation:
   * where it is another one, its answer is shown from now on. Where another process has locked the conversations, nothing is sent.
   */
  begin(work: () => Promise<void>): void;
  addPrompt(prompt: Prompt, parentId: string | null): UserTurn;
  /** Within `begin`: answers a prompt. `model`: another one than the conversation's, for this answer alone. `comparedWith`: the id of another answer to it. */
  answer(promptId: string, model?: string, comparedWith?: string): Promise<void>;
  /** Within `begin`: asks for the rest of an answer. */
  answerRest(turn: AssistantTurn): Promise<void>;
  /** Within `begin`: completes an answer that another window, or another run of the editor, began. */
  complete(turn: AssistantTurn): Promise<void>;
  /** Sends what waits first, or the prompt that the user has just sent, though others are paused; while another window answers, after that. */
  sendNext(promptId?: string): void;
  /** Completes what another run of the editor began; what waited for it is paused. */
  recover(): void;
  stop(): void;
  /** The next window goes on with the answer at once: how it ends here is not written down. */
  dispose(): void;
}

/** This window's own answer, or one of another window that is watched; its turn may not be there yet, nor the claim. */
interface Running {
  abort: AbortController;
  turnId: string | undefined;
}

/** What ends the sending of queued prompts: an answer that is not what they build on. */
function pauseAfter(turn: Turn | undefined): QueuePause | undefined {
  if (turn?.role !== "assistant") return "stopped";
  switch (turn.state) {
    case "stopped":
    case "aborted":
      return "stopped";
    case "failed":
    case "truncated":
      return turn.state;
    case "waiting":
    case "streaming":
    case "completed":
    case "incomplete":
    case "refused":
      return undefined;
  }
}

export function createAnswering(transcript: Transcript, writer: AnswerWriter, services: AnsweringServices): Answering {
  const { conversation, apply, tryToRead, tryToWrite, saveTurn } = transcript;
  const { conversations } = services;
  let running: Running | undefined;
  let disposed = false;

  function addPrompt({ text, attachments, document }: Prompt, parentId: string | null): UserTurn {
    const location = { id: randomUUID(), parentId, createdAt: Date.now() };
    const turn: UserTurn = { role: "user", ...location, text, attachments, ...(document === undefined ? {} : { document }) };
    // Whoever goes on without choosing goes on with the answer that was there.
    if (parentId !== null) transcript.endComparison(parentId);
    if (conversation.title === "") apply([{ type: "titleChanged", title: titleFrom(text) }]);
    apply([{ type: "turnAdded", turn }]);
    void transcript.saveConversation();
    saveTurn(turn.id);
    return turn;
  }

  async function answer(promptId: string, chosen?: string, comparedWith?: string): Promise<void> {
    const model = chosen ?? modelOfDocument(findTurn(conversation, promptId));
    const turn: AssistantTurn = {
      role: "assistant",
      id: randomUUID(),
      parentId: promptId,
      createdAt: Date.now(),
      model: model ?? conversation.settings.model,
      demo: false,
      state: "waiting",
      parts: [],
      ...(comparedWith === undefined ? {} : { comparedWith }),
    };
    const began = performance.now();
    await hold(turn.id, async (signal) => {
      const obstacle = await prepare(turn, model).catch((error: unknown) => ({ error }));
      apply([{ type: "turnAdded", turn }]);
      void transcript.saveConversation();
      saveTurn(turn.id);
      if (obstacle === undefined) await writer.stream(turn, promptId, signal, began);
      else writer.fail(turn, obstacle.error, began);
    });
  }

  /** A prompt may be faster than the catalogue: it waits for the model that will answer it. */
  async function prepare(turn: AssistantTurn, chosen: string | undefined): Promise<undefined> {
    if (conversation.settings.model === "" && chosen === undefined) {
      const model = await services.chooseModel();
      if (conversation.settings.model === "") apply([{ type: "settingsChanged", settings: { ...conversation.settings, model } }]);
    }
    turn.model = chosen ?? conversation.settings.model;
    turn.demo = services.isDemo(turn.model);
  }

  async function hold(turnId: string, write: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const abort = running?.abort ?? new AbortController();
    running = { abort, turnId };
    const isStopRequested = () => tryToRead((store) => store.isStopRequested(conversation.id), false);
    const unwatch = watchUntil(isStopRequested, () => abort.abort());
    await write(abort.signal).finally(unwatch);
    const reason = pauseAfter(findTurn(conversation, turnId));
    if (reason !== undefined) pauseQueue(reason);
  }

  function pauseQueue(reason: QueuePause): void {
    // Another window may have queued a prompt.
    transcript.refresh();
    if (conversation.queue.length === 0 || conversation.queuePause !== undefined) return;
    apply([{ type: "queuePauseChanged", reason }]);
    void transcript.saveConversation();
  }

  async function begin(work: () => Promise<void>): Promise<void> {
    if (running !== undefined || disposed) return;
    const abort = new AbortController();
    running = { abort, turnId: undefined };
    const { signal } = abort;
    let next: () => void = () => {};
    try {
      const isOurs = await tryToWrite((store) => store.claim(conversation.id, signal), true, signal);
      next = isOurs ? sendNext : () => watch(signal.aborted);
      if (isOurs) {
        transcript.refresh();
        // What pauses the queue is written before another window may take the conversation over.
        await work().finally(release);
      }
    } catch (error) {
      pauseQueue(signal.aborted ? "stopped" : "failed");
      if (!signal.aborted) services.report(error);
      next = () => {};
    }
    running = undefined;
    if (!disposed) next();
  }

  function watch(isStopWanted: boolean): void {
    const abort = new AbortController();
    transcript.refresh();
    running = { abort, turnId: runningTurn(conversation)?.id };
    const isOver = () => {
      transcript.refresh();
      return runningTurn(conversation) === undefined || !tryToRead((store) => store.isClaimedElsewhere(conversation.id), true);
    };
    const unwatch = watchUntil(isOver, () => {
      running = undefined;
      sendNext();
    });
    abort.signal.addEventListener("abort", () => {
      if (disposed) unwatch();
      else void tryToWrite((store) => store.requestStop(conversation.id), undefined);
    });
    if (isStopWanted) abort.abort();
  }

  function recover(): void {
    if (!isAnythingLeft()) return;
    void begin(async () => {
      pauseQueue("closed");
      await continueHere();
    });
  }

  function isQueueMoving(): boolean {
    return conversation.queue.length > 0 && conversation.queuePause === undefined;
  }

  function isAnythingLeft(): boolean {
    return !disposed && (runningTurn(conversation) !== undefined || isQueueMoving());
  }

  function release(): void {
    void tryToWrite((store) => store.release(conversation.id), undefined);
  }

  function sendNext(promptId?: string): void {
    if (promptId !== undefined || isAnythingLeft()) void begin(() => continueHere(promptId));
  }

  /** In a conversation that was claimed, and so shows what other windows did. */
  async function continueHere(promptId?: string): Promise<void> {
    const turn = runningTurn(conversation);
    if (turn !== undefined) {
      if (conversation.queue.some(({ id }) => id !== promptId)) pauseQueue("closed");
      return complete(turn);
    }
    const wanted = isQueueMoving() ? conversation.queue : conversation.queue.filter(({ id }) => id === promptId);
    for (const { id, ...sent } of wanted) {
      // What is not certainly taken is not sent: another window may send it.
      const isOurs = await conversations.takeQueued(conversation.id, id, running?.abort.signal);
      apply([{ type: "queueChanged", queue: conversation.queue.filter((prompt) => prompt.id !== id) }]);
      if (!isOurs) continue;
      const prompt = addPrompt(sent, visiblePath(conversation).at(-1)?.id ?? null);
      return answer(prompt.id);
    }
  }

  async function complete(turn: AssistantTurn): Promise<void> {
    const { responseId } = turn;
    if (responseId === undefined) writer.truncate(turn);
    else await hold(turn.id, (signal) => writer.fetch(turn, responseId, signal));
  }

  return {
    isRunning: () => running !== undefined,
    runningTurnId: () => running?.turnId,
    begin: (work) => void begin(work),
    addPrompt,
    answer,
    answerRest: (turn) => hold(turn.id, (signal) => writer.streamRest(turn, signal, performance.now())),
    complete,
    sendNext,
    recover,
    stop: () => running?.abort.abort(),
    dispose() {
      disposed = true;
      if (running !== undefined) release();
      transcript.dispose();
      running?.abort.abort();
    },
  };
}
