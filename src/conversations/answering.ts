/** Answers the prompts of a conversation one at a time, and in only one window at a time. */
import { randomUUID } from "node:crypto";
import { filesLeftOut } from "../chat/acceptedFiles.ts";
import { findTurn, modelOfDocument, pathTo, runningTurn, titleFrom, visiblePath } from "../chat/conversation.ts";
import type { AssistantTurn, QueuedPrompt, QueuePause, Turn, UserTurn } from "../chat/turn.ts";
import type { AnswerServices, AnswerWriter } from "./answerWriter.ts";
import type { ConversationStore } from "./conversationStore.ts";
import type { Transcript } from "./transcript.ts";
import { watchUntil } from "./watchUntil.ts";

export interface AnsweringServices extends AnswerServices {
  conversations: ConversationStore;
  /** Reports to the user why nothing was sent. */
  report(error: unknown): void;
  /** Whether a model's answers are demos. */
  isDemo(model: string): boolean;
  /** Chooses the model for a conversation that has none yet. Waits for the catalogue. */
  chooseModel(): Promise<string>;
}

/** A prompt as the user sends it. */
type Prompt = Omit<QueuedPrompt, "id">;

export interface Answering {
  /** This window is answering, or shows the progress of another window's answer. */
  isRunning(): boolean;
  /** Id of the running answer; undefined if none is running, or its turn does not exist yet. */
  runningTurnId(): string | undefined;
  /**
   * Claims the conversation, runs `work` and releases the claim; does nothing while `isRunning`. Only one window at a time answers in a
   * conversation: if another one does, its answer is shown from now on. If another process has locked the conversations, nothing is sent.
   */
  begin(work: () => Promise<void>): void;
  addPrompt(prompt: Prompt, parentId: string | null): UserTurn;
  /**
   * Within `begin`: answers a prompt. `model` overrides the conversation's model for this answer. `comparedWith`: the id of another answer
   * to the prompt.
   */
  answer(promptId: string, model?: string, comparedWith?: string): Promise<void>;
  /** Within `begin`: requests the rest of an answer. */
  answerRest(turn: AssistantTurn): Promise<void>;
  /** Within `begin`: completes an answer that another window, or an earlier run of the editor, has started. */
  complete(turn: AssistantTurn): Promise<void>;
  /**
   * Sends the first queued prompt or, even if the queue is paused, the prompt that the user has just sent. If another window is answering,
   * waits for that.
   */
  sendNext(promptId?: string): void;
  /** Completes what an earlier run of the editor has started, and pauses the queue. */
  recover(): void;
  /** Shows the progress of the answer that another window is writing. */
  follow(): void;
  stop(): void;
  /** The outcome of a running answer is not written, so that the next window continues it at once. */
  dispose(): void;
}

/** This window's own answer, or another window's answer that is being watched; its turn and claim may not exist yet. */
interface Running {
  abort: AbortController;
  turnId: string | undefined;
}

/** Why the queue must pause after a turn: the next prompts expect a complete answer. */
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
    // If the user continues without choosing one of two compared answers, the first one is kept.
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
      const leftOut = filesLeftOut(pathTo(conversation, promptId), services.inputOf(turn.model));
      if (leftOut.length > 0) turn.leftOut = leftOut;
      apply([{ type: "turnAdded", turn }]);
      void transcript.saveConversation();
      saveTurn(turn.id);
      if (obstacle === undefined) await writer.stream(turn, promptId, signal, began);
      else writer.fail(turn, obstacle.error, began);
    });
  }

  /** The catalogue may not be loaded yet, so the prompt waits until its model is known. */
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
        // Write the queue's pause before another window can take over the conversation.
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

  /** Called while the conversation is claimed and in sync with other windows' changes. */
  async function continueHere(promptId?: string): Promise<void> {
    const turn = runningTurn(conversation);
    if (turn !== undefined) {
      if (conversation.queue.some(({ id }) => id !== promptId)) pauseQueue("closed");
      return complete(turn);
    }
    const wanted = isQueueMoving() ? conversation.queue : conversation.queue.filter(({ id }) => id === promptId);
    for (const { id, ...sent } of wanted) {
      // Send a prompt only if this window has certainly taken it: otherwise another window may send it too.
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
    follow() {
      const isElsewhere = tryToRead((store) => store.isClaimedElsewhere(conversation.id), false);
      if (running === undefined && !disposed && isElsewhere) watch(false);
    },
    stop: () => running?.abort.abort(),
    dispose() {
      disposed = true;
      if (running !== undefined) release();
      transcript.dispose();
      running?.abort.abort();
    },
  };
}
